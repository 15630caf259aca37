import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { countOf } from '../parts/count-of.ts';
import { Dialog } from '../parts/dialog.tsx';
import { FaultAlert } from '../parts/fault-alert.tsx';
import { useTypedEnvironment } from '../parts/typed-environment.tsx';
import { useApiMutation } from '../parts/use-api-mutation.ts';
import type { Import } from './import-queries.ts';
import { inviteAdded, loadAdded, type InviteProgress } from './invite-residents.ts';

/** Most failures that are listed. */
const mostListed = 20;

/** The outcome of the invites: how many were sent, and which were not. */
function InviteResult({ progress: { invited, known, failed } }: { progress: InviteProgress }): ReactNode {
  const parts = [
    `${countOf(invited, 'resident')} invited`,
    known > 0 && `${known} can sign in already`,
    failed.length > 0 && `${failed.length} not invited`,
  ].filter(Boolean);
  return (
    <>
      <Text role="status">
        {parts.join(', ')}. <Link to="/invites">View invites</Link>
      </Text>
      {failed.slice(0, mostListed).map(({ line, message }) => (
        <Text key={line} size="sm" c="var(--bad)">
          Line {line}: {message}
        </Text>
      ))}
    </>
  );
}

/** Asks before the invites are sent, and shows their progress. */
function InviteQuestion({
  plan,
  count,
  close,
}: {
  plan: Import;
  count: number;
  close: () => void;
}): ReactNode {
  const [progress, setProgress] = useState<InviteProgress | null>(null);
  const action = useApiMutation(async () => inviteAdded(plan.id, setProgress));
  const { isSure, field } = useTypedEnvironment();
  const done = progress ? progress.invited + progress.known + progress.failed.length : 0;
  const isComplete = action.isSuccess && action.data.failed.length === 0;
  return (
    <Stack>
      {!action.isSuccess && (
        <Text>Each resident gets a link by e-mail and by text, as far as the file has these contacts.</Text>
      )}
      {field}
      {action.isPending && (
        <Progress value={(100 * done) / Math.max(count, 1)} aria-label="Progress" size="lg" />
      )}
      {action.isSuccess && <InviteResult progress={action.data} />}
      {action.error && <FaultAlert fault={action.error} />}
      <Group justify="end">
        <Button variant="default" onClick={close} disabled={action.isPending} data-autofocus>
          {action.isSuccess ? 'Close' : 'Cancel'}
        </Button>
        {!isComplete && (
          <Button disabled={!isSure} loading={action.isPending} onClick={() => action.mutate()}>
            {action.isSuccess ? 'Try the others again' : `Invite ${countOf(count, 'resident')}`}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

/** Invites the residents that an import has added. */
export function InviteImported({ plan }: { plan: Import }): ReactNode {
  const [isOpen, { open, close }] = useDisclosure();
  const { data } = useQuery({
    queryKey: ['imports', 'added', plan.id],
    queryFn: () => loadAdded(plan.id, 0, 1),
  });
  const count = data?.total ?? 0;
  if (count === 0) return null;
  return (
    <>
      <Button size="compact-md" onClick={open}>
        Invite {count === 1 ? 'this resident' : `these ${count.toLocaleString('en')}`}
      </Button>
      <Dialog opened={isOpen} onClose={close} title={`Invite ${countOf(count, 'resident')}`}>
        <InviteQuestion plan={plan} count={count} close={close} />
      </Dialog>
    </>
  );
}
