import { Alert, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import type { SendOptions } from '../../api/sending.ts';
import { api, type Entity } from '../api.ts';
import { PlaceName } from '../buildings/place-name.tsx';
import { FaultAlert } from '../parts/fault-alert.tsx';
import { Time } from '../parts/times.tsx';
import { useApiMutation } from '../parts/use-api-mutation.ts';
import { lastMoment } from './describe-user.ts';

type MoveReceipt = Entity<'MoveReceipt'>;

interface Undo {
  userId: string;
  receiptId: string;
}

async function undo({ userId: id, receiptId }: Undo, { header }: SendOptions) {
  const params = { path: { id }, header };
  const { receipt } = await read(
    api.POST('/api/admin/users/{id}/move-out/undo', { params, body: { receiptId } }),
  );
  return receipt;
}

function Offer({ userId, receipt }: { userId: string; receipt: MoveReceipt }): ReactNode {
  const act = useApiMutation(undo, ({ notRestored }) =>
    notRestored.length === 0
      ? 'Move undone.'
      : [`Move undone. ${notRestored.length} sessions, devices or passes stay ended.`, 'mixed'],
  );
  const { id, kind, unitId, propertyId, effectiveAt, undoUntil } = receipt;
  return (
    <Alert color="brand" variant="outline" mb="md" title={kind === 'TRANSFER' ? 'Transferred' : 'Moved out'}>
      <Group justify="space-between" gap="sm">
        <Text size="sm">
          <PlaceName unitId={unitId} propertyId={propertyId} />: access ends{' '}
          <Time at={lastMoment(effectiveAt)} />. Undo is possible until <Time at={undoUntil} />.
        </Text>
        <Button
          size="compact-md"
          variant="default"
          loading={act.isPending}
          onClick={() => act.mutate({ userId, receiptId: id })}
        >
          Undo
        </Button>
      </Group>
      {act.error && <FaultAlert fault={act.error} />}
    </Alert>
  );
}

/** Offers to undo the last move of a resident for 24 hours. */
export function UndoMove({ userId }: { userId: string }): ReactNode {
  const { data } = useQuery({
    queryKey: ['users', 'moves', userId],
    queryFn: () => {
      const params = { path: { id: userId }, query: { limit: 1 } };
      return read(api.GET('/api/admin/users/{id}/move-receipts', { params }));
    },
  });
  const [last] = data?.moveReceipts ?? [];
  const isOpen = last?.undoUntil != null && Date.parse(last.undoUntil) > Date.now();
  return isOpen ? <Offer userId={userId} receipt={last} /> : null;
}
