import { Button, CopyButton } from '@mantine/core';
import type { ReactNode } from 'react';

interface CopyProps {
  value: string;
  /** What is copied, such as `link`. */
  what: string;
  size?: 'compact-sm' | 'compact-md';
}

/** Copies a text and says that it has. */
export function Copy({ value, what, size = 'compact-sm' }: CopyProps): ReactNode {
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <Button
          variant="default"
          size={size}
          onClick={copy}
          aria-live="polite"
          style={{ alignSelf: 'start' }}
        >
          {copied ? 'Copied' : `Copy ${what}`}
        </Button>
      )}
    </CopyButton>
  );
}
