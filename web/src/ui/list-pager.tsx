import styles from './list-pager.module.css';
import { Pager } from './pager.tsx';

/** How many rows a page of a list may have. */
const sizes = [20, 50, 100];

interface ListPagerProps {
  pageNumber: number;
  totalPages: number;
  totalResults: number;
  pageSize: number;
  onPage: (pageNumber: number) => void;
  onPageSize: (pageSize: number) => void;
}

/** The pages of a list, and how many rows each has. */
export function ListPager({ totalResults, pageSize, onPageSize, ...pages }: ListPagerProps) {
  // An address may ask for another size.
  const choices = sizes.includes(pageSize) ? sizes : [...sizes, pageSize].toSorted((one, other) => one - other);
  const isLong = totalResults > Math.min(...sizes);
  if (!isLong && pages.totalPages <= 1) return null;
  return (
    <div className={styles.root}>
      {isLong && (
        <label className={styles.size}>
          Linhas por página
          <select value={pageSize} onChange={({ currentTarget }) => onPageSize(Number(currentTarget.value))}>
            {choices.map((size) => (
              <option key={size} value={size}>
                {size}
              </option>
            ))}
          </select>
        </label>
      )}
      <Pager {...pages} />
    </div>
  );
}
