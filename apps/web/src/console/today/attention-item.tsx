import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { FaultAlert } from '../parts/fault-alert.tsx';
import { Loading } from '../parts/loading.tsx';
import type { Visibility } from './use-seen.ts';

/** Most entries of one kind that are listed. */
export const shown = 5;

/** The listed entries and the total. */
interface Troubles<Row> {
  rows: readonly Row[];
  total: number;
}

interface EntriesProps<Row> {
  data: Troubles<Row>;
  /** The text of an empty list. */
  fine: string;
  keyOf: (row: Row) => string;
  /** Returns a link to the page that fixes the entry. */
  linkOf: (row: Row) => ReactNode;
  noteOf: (row: Row) => ReactNode;
  /** Returns a link to all entries, if the list is cut. */
  all?: (total: number) => ReactNode;
}

interface AttentionItemProps<Row> extends Omit<EntriesProps<Row>, 'data'> {
  title: string;
  /** The query of the entries. */
  asked: { data: Troubles<Row> | undefined; error: unknown };
  /** Content below the entries. */
  more?: ReactNode;
  /** Number of placeholder rows while the query runs, so that the content below does not move. */
  expects?: number;
  /** Set for an item whose query waits until it is in view. */
  seen?: Visibility;
}

/** The listed entries with their problems, and a link to the others. */
function Entries<Row>({ data, fine, keyOf, linkOf, noteOf, all }: EntriesProps<Row>): ReactNode {
  const { rows, total } = data;
  if (rows.length === 0) return <Text c="var(--soft)">{fine}</Text>;
  return (
    <>
      {rows.map((row) => (
        <div key={keyOf(row)}>
          {linkOf(row)}
          <Text size="sm" c="var(--soft)" component="div">
            {noteOf(row)}
          </Text>
        </div>
      ))}
      {total > rows.length && all?.(total)}
    </>
  );
}

/** One kind of problem, with links to the pages that fix it. */
export function AttentionItem<Row>(props: AttentionItemProps<Row>): ReactNode {
  const { title, asked, more, expects = 1, seen, ...named } = props;
  const { data, error } = asked;
  const isAsked = seen?.isSeen ?? true;
  return (
    <div ref={seen?.ref}>
      <Title order={3} size="h6" mb={4}>
        {title}
      </Title>
      {!data && (error ? <FaultAlert fault={error} /> : isAsked && <Loading count={expects} />)}
      <Stack gap="xs">
        {data && <Entries {...named} data={data} />}
        {more}
      </Stack>
    </div>
  );
}
