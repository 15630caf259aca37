import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { FaultAlert } from '../parts/fault-alert.tsx';
import { Loading } from '../parts/loading.tsx';
import type { Seen } from './use-seen.ts';

/** How many of a kind are named. */
export const shown = 5;

/** Those that are named, and how many there are in all. */
interface Troubles<Row> {
  rows: readonly Row[];
  total: number;
}

interface NamedProps<Row> {
  data: Troubles<Row>;
  /** What stands here where all is well. */
  fine: string;
  keyOf: (row: Row) => string;
  /** What it is, as a link to the place where it is mended. */
  linkOf: (row: Row) => ReactNode;
  noteOf: (row: Row) => ReactNode;
  /** The way to all, where not all are named. */
  all?: (total: number) => ReactNode;
}

interface HandProps<Row> extends Omit<NamedProps<Row>, 'data'> {
  title: string;
  /** Without data while it is asked. */
  asked: { data: Troubles<Row> | undefined; error: unknown };
  /** What stands below them. */
  more?: ReactNode;
  /** How many rows there are room for while it is asked, so that what stands below keeps its place. */
  expects?: number;
  /** Whether it has come into view, where it is asked only then. */
  seen?: Seen;
}

/** Those that are named, each with what is the matter, and the way to the others. */
function Named<Row>({ data, fine, keyOf, linkOf, noteOf, all }: NamedProps<Row>): ReactNode {
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

/** One kind of thing that somebody has to look at, each with a link to where it is mended. */
export function Hand<Row>(props: HandProps<Row>): ReactNode {
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
        {data && <Named {...named} data={data} />}
        {more}
      </Stack>
    </div>
  );
}
