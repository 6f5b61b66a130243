import type { Page } from '@rede/contract/values';
import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { Pager } from '../ui/pager.tsx';

const pageSize = 5;

interface MemberPagesProps<Member, Key extends QueryKey> {
  title: string;
  /** The query of a page. */
  query: (paging: { pageNumber: number; pageSize: number }) => UseQueryOptions<Page<Member>, Error, Page<Member>, Key>;
  columns: readonly Column<Member>[];
  empty: { title: string; hint: string };
}

/** Members to look at, a few at a time. */
export function MemberPages<Member extends { id: number }, Key extends QueryKey>(props: MemberPagesProps<Member, Key>) {
  const { title, query, columns, empty } = props;
  const [pageNumber, setPageNumber] = useState(0);
  const { data, error, isFetching, refetch } = useQuery(query({ pageNumber, pageSize }));

  return (
    <>
      <DataTable
        label={title}
        columns={columns}
        rows={data?.results}
        rowKey={({ id }) => id}
        busy={isFetching}
        totalResults={data?.totalResults}
        error={error}
        onRetry={() => void refetch()}
        placeholderRows={pageSize}
        empty={empty}
      />
      <Pager
        label={`Páginas: ${title}`}
        pageNumber={data?.pageNumber ?? 0}
        totalPages={data?.totalPages ?? 0}
        onPage={setPageNumber}
      />
    </>
  );
}
