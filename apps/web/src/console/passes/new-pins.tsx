import { Alert, Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Copy } from '../parts/copy.tsx';
import type { Holder } from './describe-pass.ts';

interface NewPinsProps {
  holders: readonly Holder[];
  close: () => void;
}

/** The PINs that a change of doors had to replace; nothing if all stayed. */
export function NewPins({ holders, close }: NewPinsProps): ReactNode {
  if (holders.length === 0) return null;
  return (
    <Alert color="brand" variant="outline" title="New PINs" role="status">
      <Text size="sm">
        Another pass uses the old PIN at a new door. Give these to the holders. They are shown only once.
      </Text>
      {holders.map(({ id, name, pin }) => (
        <Group key={id} gap="sm" mt="xs">
          <Text>
            {name ?? 'Unnamed'}: {pin}
          </Text>
          <Copy value={pin ?? ''} what="PIN" />
        </Group>
      ))}
      <Button mt="sm" size="compact-sm" onClick={close}>
        Done
      </Button>
    </Alert>
  );
}
