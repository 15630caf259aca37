import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { FaultAlert } from '../parts/fault-alert.tsx';
import { Loading } from '../parts/loading.tsx';
import type { Seen } from './use-seen.ts';

/** How many of a kind are named. */
export const shown = 5;

interface Trouble {
  key: string;
  /** What it is, as a link to the place where it is mended. */
  link: ReactNode;
  note: ReactNode;
}

interface HandProps {
  title: string;
  /** What stands here where all is well. */
  fine: string;
  /** Undefined while it is asked. */
  troubles: readonly Trouble[] | undefined;
  error: unknown;
  /** How many rows there are room for while it is asked, so that what stands below keeps its place. */
  expects?: number;
  /** The way to those that are not named. */
  more?: ReactNode;
  /** Whether it has come into view, where it is asked only then. */
  seen?: Seen;
}

/** One kind of thing that somebody has to look at, each with a link to where it is mended. */
export function Hand({ title, fine, troubles, error, expects = 1, more, seen }: HandProps): ReactNode {
  const isAsked = seen?.isSeen ?? true;
  return (
    <div ref={seen?.ref}>
      <Title order={3} size="h6" mb={4}>
        {title}
      </Title>
      {!troubles && (error ? <FaultAlert fault={error} /> : isAsked && <Loading count={expects} />)}
      {troubles?.length === 0 && <Text c="var(--soft)">{fine}</Text>}
      <Stack gap="xs">
        {troubles?.map(({ key, link, note }) => (
          <div key={key}>
            {link}
            <Text size="sm" c="var(--soft)" component="div">
              {note}
            </Text>
          </div>
        ))}
        {more}
      </Stack>
    </div>
  );
}
