import { Button, CopyButton } from '@mantine/core';
import type { ReactNode } from 'react';

interface CopyProps {
  value: string;
  /** The kind of text, such as `link`. */
  what: string;
  size?: 'compact-sm' | 'compact-md';
}

/** A button that copies a text and confirms it. */
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
