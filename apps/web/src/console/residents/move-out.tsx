import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { api, once } from '../api.ts';
import { useAct } from '../parts/use-act.ts';
import { FaultAlert } from '../parts/fault-alert.tsx';
import { useTypedEnvironment } from '../parts/typed-environment.tsx';
import { Facts } from '../parts/facts.tsx';
import { Loading } from '../parts/loading.tsx';
import { Status } from '../parts/status.tsx';
import { Time } from '../parts/times.tsx';

interface MoveOutProps {
  userId: string;
  unitId: string;
  name: string;
  unitLabel: string;
}

async function moveOut({ userId: id, unitId }: MoveOutProps, dryRun: boolean) {
  const options = { params: { path: { id }, ...once() }, body: { unitId, dryRun } };
  const { receipt } = await read(api.POST('/api/admin/users/{id}/move-out', options));
  return receipt;
}

function Receipt({ move, close }: { move: MoveOutProps; close: () => void }): ReactNode {
  const preview = useQuery({
    queryKey: ['move-out', move.userId, move.unitId],
    queryFn: () => moveOut(move, true),
    gcTime: 0,
  });
  const act = useAct(() => moveOut(move, false), `${move.name} has moved out of ${move.unitLabel}.`);
  const { isSure, field } = useTypedEnvironment();
  const fault = preview.error ?? act.error;
  const receipt = preview.data;
  return (
    <Stack>
      <Text>This is what ends when {move.name} moves out now. Nothing has happened yet.</Text>
      {fault && <FaultAlert fault={fault} />}
      {!receipt && !fault && <Loading count={3} />}
      {receipt && (
        <Facts
          rows={[
            ['Lives there since', <Time key="since" at={receipt.residence.startsAt} />],
            ['The unit is then', <Status key="unit" status={receipt.unitOccupancy} />],
            ['Sessions that end', String(receipt.ended.sessions.length)],
            ['Devices that end', String(receipt.ended.devices.length)],
            ['Passes that end', String(receipt.ended.passes.length)],
          ]}
        />
      )}
      {field}
      <Group justify="end">
        <Button variant="default" onClick={close}>
          Keep
        </Button>
        <Button
          color="red.9"
          disabled={!receipt || !isSure}
          loading={act.isPending}
          onClick={() => act.mutate(undefined, { onSuccess: close })}
        >
          Move out
        </Button>
      </Group>
    </Stack>
  );
}

/** Ends a residence, after its receipt has been seen. */
export function MoveOut(move: MoveOutProps): ReactNode {
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={open} aria-label={`Move out: ${move.name}`}>
        Move out
      </Button>
      <Modal opened={isOpen} onClose={close} title={`Move out of ${move.unitLabel}`}>
        <Receipt move={move} close={close} />
      </Modal>
    </>
  );
}
