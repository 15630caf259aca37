import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { api, type Entity } from '../api.ts';
import { Dialog } from '../parts/dialog.tsx';
import { FaultAlert } from '../parts/fault-alert.tsx';
import { graceChoices } from '../parts/graces.ts';
import { useTypedEnvironment } from '../parts/typed-environment.tsx';
import { useApiMutation } from '../parts/use-api-mutation.ts';
import { useLeaveGuard } from '../parts/use-leave-guard.ts';
import { SecretOnce } from './secret-once.tsx';

interface RotateKeyProps {
  apiKey: Entity<'ApiKey'>;
}

function Rotation({ apiKey: { id, name } }: RotateKeyProps): ReactNode {
  const [grace, setGrace] = useState('86400');
  const { isSure, field } = useTypedEnvironment();
  const rotation = useApiMutation((gracePeriodSeconds: number, { header }) => {
    const options = { params: { path: { id }, header }, body: { gracePeriodSeconds } };
    return read(api.POST('/api/admin/api-keys/{id}/rotate', options));
  });
  useLeaveGuard(rotation.isPending || rotation.isSuccess);
  if (rotation.data) return <SecretOnce apiKey={rotation.data.apiKey} />;
  return (
    <Stack gap="sm">
      <Text>
        Rotation creates a key with a new secret and the same permissions as {name}. Both keys work until the
        old one expires.
      </Text>
      <NativeSelect
        label="Expiry of the old key"
        data={graceChoices}
        value={grace}
        onChange={(event) => setGrace(event.currentTarget.value)}
      />
      {field}
      {rotation.error && <FaultAlert fault={rotation.error} />}
      <Group justify="end">
        <Button
          disabled={!isSure}
          loading={rotation.isPending}
          onClick={() => rotation.mutate(Number(grace))}
        >
          Rotate key
        </Button>
      </Group>
    </Stack>
  );
}

/**
 * Replaces a key by one with a new secret. Stays mounted after the rotation, because its dialog shows the
 * secret.
 */
export function RotateKey({ apiKey }: RotateKeyProps): ReactNode {
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      {apiKey.status === 'ACTIVE' && (
        <Button size="compact-md" onClick={open}>
          Rotate
        </Button>
      )}
      <Dialog opened={isOpen} onClose={close} title={`Rotate ${apiKey.name}`}>
        <Rotation apiKey={apiKey} />
      </Dialog>
    </>
  );
}
