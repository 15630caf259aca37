import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { api, type Entity } from '../api.ts';
import { Dialog } from '../parts/dialog.tsx';
import { FaultAlert } from '../parts/fault-alert.tsx';
import { useTypedEnvironment } from '../parts/typed-environment.tsx';
import { useAct } from '../parts/use-act.ts';
import { useStay } from '../parts/use-stay.ts';
import { SecretOnce } from './secret-once.tsx';

interface RotateKeyProps {
  apiKey: Entity<'ApiKey'>;
}

const graces = [
  { value: '0', label: 'At once' },
  { value: '3600', label: 'After an hour' },
  { value: '86400', label: 'After a day' },
  { value: '604800', label: 'After a week' },
];

function Rotation({ apiKey: { id, name } }: RotateKeyProps): ReactNode {
  const [grace, setGrace] = useState('86400');
  const { isSure, field } = useTypedEnvironment();
  const rotation = useAct((gracePeriodSeconds: number, { header }) => {
    const options = { params: { path: { id }, header }, body: { gracePeriodSeconds } };
    return read(api.POST('/api/admin/api-keys/{id}/rotate', options));
  });
  useStay(rotation.isPending || rotation.isSuccess);
  if (rotation.data) return <SecretOnce apiKey={rotation.data.apiKey} />;
  return (
    <Stack gap="sm">
      <Text>
        {name} gets a successor with a new secret and the same rights. Until the old secret ends, both work.
      </Text>
      <NativeSelect
        label="The old secret ends"
        data={graces}
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
          Make the successor
        </Button>
      </Group>
    </Stack>
  );
}

/**
 * Replaces a key by one with a new secret. It has to stay on the page when the key has its successor: the dialog shows the
 * secret then.
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
