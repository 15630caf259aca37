import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import type { SendOptions } from '../../api/sending.ts';
import { api } from '../api.ts';
import { Dialog } from '../parts/dialog.tsx';
import { useApiMutation } from '../parts/use-api-mutation.ts';
import { FaultAlert } from '../parts/fault-alert.tsx';
import { useTypedEnvironment } from '../parts/typed-environment.tsx';
import { Loading } from '../parts/loading.tsx';
import { dayInWords } from './end-of-day.ts';
import { MoveDay, useMoveTime } from './move-day.tsx';
import { MoveEffects } from './move-effects.tsx';

interface MoveOutProps {
  userId: string;
  unitId: string;
  name: string;
  unitLabel: string;
}

interface Departure {
  userId: string;
  unitId: string;
  /** ISO; null for now. */
  effectiveAt: string | null;
}

/** Moves a resident out. Without `sending` it is a dry run that returns the effects. */
async function moveOut({ userId: id, unitId, effectiveAt }: Departure, sending?: SendOptions) {
  const params = { path: { id }, ...(sending && { header: sending.header }) };
  const body = { unitId, dryRun: sending === undefined, ...(effectiveAt !== null && { effectiveAt }) };
  const { receipt } = await read(api.POST('/api/admin/users/{id}/move-out', { params, body }));
  return receipt;
}

function Receipt({ move, close }: { move: MoveOutProps; close: () => void }): ReactNode {
  const { userId, unitId, name, unitLabel } = move;
  const [day, setDay] = useState('');
  const { effectiveAt, timeZone, isWhole } = useMoveTime(unitId, day);
  const departure = { userId, unitId, effectiveAt };
  const preview = useQuery({
    queryKey: ['move-out', userId, unitId, effectiveAt],
    queryFn: () => moveOut(departure),
    enabled: isWhole,
    gcTime: 0,
  });
  const act = useApiMutation(moveOut, ({ status }) =>
    status === 'SCHEDULED'
      ? `${name} moves out of ${unitLabel} after ${dayInWords(day)}.`
      : `${name} has moved out of ${unitLabel}.`,
  );
  const { isSure, field } = useTypedEnvironment();
  const fault = preview.error ?? act.error;
  const receipt = preview.data;
  return (
    <Stack>
      <MoveDay label="Last day" timeZone={timeZone} value={day} onChange={setDay} />
      <Text>
        Effects of moving {name} out {day === '' ? 'now' : 'then'}. Nothing has changed yet.
      </Text>
      {fault && <FaultAlert fault={fault} />}
      {!receipt && !fault && <Loading count={3} />}
      {receipt && <MoveEffects receipt={receipt} timeZone={timeZone} />}
      {field}
      <Group justify="end">
        <Button variant="default" onClick={close} disabled={act.isPending}>
          Keep
        </Button>
        <Button
          color="red"
          disabled={!receipt || !isSure}
          loading={act.isPending}
          onClick={() => act.mutate(departure, { onSuccess: close })}
        >
          Move out
        </Button>
      </Group>
    </Stack>
  );
}

/** Ends a residence now or on a day, after showing a preview of the effects. */
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
