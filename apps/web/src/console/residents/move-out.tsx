import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import type { SendOptions } from '../../api/sending.ts';
import { api } from '../api.ts';
import { Dialog } from '../parts/dialog.tsx';
import { useApiMutation } from '../parts/use-api-mutation.ts';
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

/** Moves a resident out. Without `sending` it is a dry run that returns the effects. */
async function moveOut({ userId: id, unitId }: MoveOutProps, sending?: SendOptions) {
  const params = { path: { id }, ...(sending && { header: sending.header }) };
  const options = { params, body: { unitId, dryRun: sending === undefined } };
  const { receipt } = await read(api.POST('/api/admin/users/{id}/move-out', options));
  return receipt;
}

function Receipt({ move, close }: { move: MoveOutProps; close: () => void }): ReactNode {
  const preview = useQuery({
    queryKey: ['move-out', move.userId, move.unitId],
    queryFn: () => moveOut(move),
    gcTime: 0,
  });
  const said = `${move.name} has moved out of ${move.unitLabel}.`;
  const act = useApiMutation((_input: void, sending) => moveOut(move, sending), said);
  const { isSure, field } = useTypedEnvironment();
  const fault = preview.error ?? act.error;
  const receipt = preview.data;
  return (
    <Stack>
      <Text>Effects of moving {move.name} out now. Nothing has changed yet.</Text>
      {fault && <FaultAlert fault={fault} />}
      {!receipt && !fault && <Loading count={3} />}
      {receipt && (
        <Facts
          rows={[
            ['Resident since', <Time key="since" at={receipt.residence.startsAt} />],
            ['Unit afterwards', <Status key="unit" status={receipt.unitOccupancy} />],
            ['Sessions that end', String(receipt.ended.sessions.length)],
            ['Devices that end', String(receipt.ended.devices.length)],
            ['Passes that end', String(receipt.ended.passes.length)],
          ]}
        />
      )}
      {field}
      <Group justify="end">
        <Button variant="default" onClick={close} disabled={act.isPending}>
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

/** Ends a residence after showing a preview of the effects. */
export function MoveOut(move: MoveOutProps): ReactNode {
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={open} aria-label={`Move out: ${move.name}`}>
        Move out
      </Button>
      <Dialog opened={isOpen} onClose={close} title={`Move out of ${move.unitLabel}`}>
        <Receipt move={move} close={close} />
      </Dialog>
    </>
  );
}
