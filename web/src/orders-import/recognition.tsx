import type { Recognised } from '@rede/contract/orders-import';
import { Disclosure } from './disclosure.tsx';
import { fieldTitles } from './fields.ts';
import styles from './recognition.module.css';

const origins: Record<NonNullable<Recognised['shop']>, string> = {
  rede: 'Ficheiro com as colunas do modelo',
  shopify: 'Ficheiro da Shopify',
  woocommerce: 'Ficheiro do WooCommerce',
  'woocommerce-analytics': 'Ficheiro do WooCommerce Analytics',
  prestashop: 'Ficheiro do PrestaShop',
};

const separators: Record<Recognised['separator'], string> = {
  ',': 'vírgulas',
  ';': 'pontos e vírgulas',
  '\t': 'tabulações',
  '|': 'barras verticais',
};

const encodings: Record<Recognised['encoding'], string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'Windows-1252',
};

const fields: Readonly<Record<string, string>> = fieldTitles;

/** How the file was read, in words, with its columns on request. */
export function Recognition({ recognised }: { recognised: Recognised }) {
  const { shop, separator, encoding, columns } = recognised;
  const origin = shop === null ? 'Ficheiro de origem desconhecida' : origins[shop];
  const read = columns.filter(({ field }) => field in fields);
  const missing = Object.keys(fields).filter((field) => !read.some((column) => column.field === field));

  return (
    <div className={styles.root}>
      <p>
        {origin}, separado por {separators[separator]}, em {encodings[encoding]}.
      </p>
      <Disclosure title="De onde vem cada campo">
        <ul>
          {read.map(({ field, title }) => (
            <li key={`${field} ${title}`}>
              {fields[field]} vem de <q>{title}</q>
            </li>
          ))}
        </ul>
        {missing.length > 0 && <p>Sem coluna no ficheiro: {missing.map((field) => fields[field]).join(', ')}.</p>}
      </Disclosure>
    </div>
  );
}
