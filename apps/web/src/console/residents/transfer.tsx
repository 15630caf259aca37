import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import type { SendOptions } from '../../api/sending.ts';
import { api } from '../api.ts';
import { HomeFields } from '../invites/home-fields.tsx';
import { useHome } from '../invites/use-home.ts';
import { Dialog } from '../parts/dialog.tsx';
import { FaultAlert } from '../parts/fault-alert.tsx';
import { Loading } from '../parts/loading.tsx';
import { useApiMutation } from '../parts/use-api-mutation.ts';
import type { Residence } from './describe-user.ts';
import { dayInWords } from './end-of-day.ts';
import { MoveDay, useMoveTime } from './move-day.tsx';
import { MoveEffects } from './move-effects.tsx';

interface TransferProps {
  userId: string;
  name: string;
  residence: Residence;
  unitLabel: string;
}

interface Relocation {
  userId: string;
  fromUnitId: string;
  toUnitId: string;
  /** ISO; null for now. */
  effectiveAt: string | null;
}

/** Moves a resident to another unit. Without `sending` it is a dry run that returns the effects. */
async function transfer({ userId: id, effectiveAt, ...units }: Relocation, sending?: SendOptions) {
  const params = { path: { id }, ...(sending && { header: sending.header }) };
  const body = { ...units, dryRun: sending === undefined, ...(effectiveAt !== null && { effectiveAt }) };
  const { receipt } = await read(api.POST('/api/admin/users/{id}/transfer', { params, body }));
  return receipt;
}

function Choice({ move, close }: { move: TransferProps; close: () => void }): ReactNode {
  const { userId, name, residence } = move;
  const home = useHome({ propertyId: residence.propertyId });
  const toUnitId = home.matches.unit?.id ?? null;
  const [day, setDay] = useState('');
  const { effectiveAt, timeZone, isWhole } = useMoveTime(residence.unitId, day);
  const moving = { userId, fromUnitId: residence.unitId, toUnitId: toUnitId ?? '', effectiveAt };
  const preview = useQuery({
    queryKey: ['transfer', moving],
    queryFn: () => transfer(moving),
    enabled: toUnitId !== null && isWhole,
    gcTime: 0,
  });
  const act = useApiMutation(transfer, ({ status }) =>
    status === 'SCHEDULED' ? `${name} moves after ${dayInWords(day)}.` : `${name} has moved.`,
  );
  const fault = preview.error ?? act.error;
  const hasNoMatch = home.isUnknown && home.matches.units.length === 0;
  const problem = hasNoMatch ? 'No unit of this building has this label.' : '';
  return (
    <Stack>
      <HomeFields home={home} problems={{ unitLabel: problem }} />
      <MoveDay label="Last day in the old home" timeZone={timeZone} value={day} onChange={setDay} />
      <Text size="sm">The account, the sessions and the devices stay. Passes of the old home end.</Text>
      {fault && <FaultAlert fault={fault} />}
      {preview.isLoading && <Loading count={3} />}
      {preview.data && <MoveEffects receipt={preview.data} timeZone={timeZone} />}
      <Group justify="end">
        <Button variant="default" onClick={close} disabled={act.isPending}>
          Keep
        </Button>
        <Button
          disabled={!preview.data}
          loading={act.isPending}
          onClick={() => act.mutate(moving, { onSuccess: close })}
        >
          Transfer
        </Button>
      </Group>
    </Stack>
  );
}

/** Moves a resident to another unit, now or after a day, after showing a preview of the effects. */
export function Transfer(move: TransferProps): ReactNode {
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={open} aria-label={`Transfer: ${move.unitLabel}`}>
        Transfer
      </Button>
      <Dialog opened={isOpen} onClose={close} title={`Transfer from ${move.unitLabel}`}>
        <Choice move={move} close={close} />
      </Dialog>
    </>
  );
}
