import { Button, CopyButton } from '@mantine/core';
import type { ReactNode } from 'react';

interface CopyProps {
  value: string;
  /** What is copied, such as `link`. */
  what: string;
}

/** Copies a text and says that it has. */
export function Copy({ value, what }: CopyProps): ReactNode {
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <Button variant="default" size="compact-sm" onClick={copy} aria-live="polite">
          {copied ? 'Copied' : `Copy ${what}`}
        </Button>
      )}
    </CopyButton>
  );
}
