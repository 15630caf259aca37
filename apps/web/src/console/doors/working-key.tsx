import { Group, Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { api, type Entity } from '../api.ts';
import { Confirm } from '../parts/confirm.tsx';
import { Time } from '../parts/times.tsx';

interface WorkingKeyProps {
  controllerKey: Entity<'WorkingControllerKey'>;
}

/** A working key of a controller, with a button that revokes it. */
export function WorkingKey({ controllerKey }: WorkingKeyProps): ReactNode {
  const { id: keyId, accessPointId: id, createdAt, graceUntil, reporting } = controllerKey;
  return (
    <Paper withBorder p="sm">
      <Group justify="space-between" gap="xs">
        <div>
          <Text fw={600}>{graceUntil === null ? 'Current key' : 'Old key'}</Text>
          <Text size="sm">
            Created <Time at={createdAt} />
            {graceUntil !== null && (
              <>
                , works until <Time at={graceUntil} />
              </>
            )}
            . {reporting ? 'The controller uses it.' : 'The last report did not use it.'}
          </Text>
        </div>
        <Confirm
          label="Revoke"
          name={graceUntil === null ? 'Revoke the current key' : 'Revoke the old key'}
          title="Revoke this key"
          act={() =>
            read(
              api.DELETE('/api/admin/access-points/{id}/controller-keys/{keyId}', {
                params: { path: { id, keyId } },
              }),
            )
          }
          said="Key revoked."
        >
          A controller that uses this key can no longer check PINs or report. This cannot be undone.
        </Confirm>
      </Group>
    </Paper>
  );
}
