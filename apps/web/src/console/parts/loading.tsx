import { Skeleton, Stack } from '@mantine/core';
import type { ReactNode } from 'react';

/** Placeholders of content that is loading. */
export function Loading({ count = 5 }: { count?: number }): ReactNode {
  return (
    <Stack gap="sm" role="status" aria-label="Loading">
      {Array.from({ length: count }, (_, index) => (
        <Skeleton key={index} height={40} />
      ))}
    </Stack>
  );
}
