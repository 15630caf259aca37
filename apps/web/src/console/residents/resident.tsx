import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { api } from '../api.ts';
import { ApiTab } from '../parts/api-tab.tsx';
import { FaultAlert } from '../parts/fault-alert.tsx';
import { Loading } from '../parts/loading.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { PageTabs } from '../parts/page-tabs.tsx';
import { Status } from '../parts/status.tsx';
import { useMay } from '../session.tsx';
import { nameOfUser, statusWords, type User } from './describe-user.ts';
import { EditResident } from './edit-resident.tsx';
import { InviteAgain } from './invite-again.tsx';
import { ResidentAccess } from './resident-access.tsx';
import { ResidentCalls } from './resident-calls.tsx';
import { ResidentDevices } from './resident-devices.tsx';
import { ResidentHistory } from './resident-history.tsx';
import { ResidentInvites } from './resident-invites.tsx';
import { ResidentPasses } from './resident-passes.tsx';
import { UndoMove } from './undo-move.tsx';

async function loadUser(id: string): Promise<User> {
  const { user } = await read(api.GET('/api/admin/users/{id}', { params: { path: { id } } }));
  return user;
}

/** The tabs of a resident that the person may see. */
function Tabs({ user }: { user: User }): ReactNode {
  const may = useMay();
  const { id } = user;
  return (
    <PageTabs
      tabs={[
        { name: 'access', label: 'Access', show: () => <ResidentAccess user={user} /> },
        ...(may('calls:read')
          ? [{ name: 'calls', label: 'Calls', show: () => <ResidentCalls userId={id} /> }]
          : []),
        ...(may('devices:read')
          ? [{ name: 'devices', label: 'Devices', show: () => <ResidentDevices userId={id} /> }]
          : []),
        ...(may('passes:read')
          ? [{ name: 'passes', label: 'Passes', show: () => <ResidentPasses userId={id} /> }]
          : []),
        ...(may('onboarding:read')
          ? [{ name: 'invites', label: 'Invites', show: () => <ResidentInvites userId={id} /> }]
          : []),
        ...(may('audit:read')
          ? [{ name: 'history', label: 'History', show: () => <ResidentHistory userId={id} /> }]
          : []),
        { name: 'api', label: 'API', show: () => <ApiTab path={`/api/admin/users/${id}`} entity={user} /> },
      ]}
    />
  );
}

function Head({ user }: { user: User }): ReactNode {
  const may = useMay();
  return (
    <PageHead title={nameOfUser(user)} up={<Link to="/residents">All residents</Link>}>
      <Group gap="xs">
        <Status status={user.status} label={statusWords[user.status]} />
        <InviteAgain user={user} />
        {may('users:write') && <EditResident user={user} load={loadUser} />}
      </Group>
    </PageHead>
  );
}

/** One resident: contacts, homes, everything that belongs to the person, and the actions. */
export function Resident(): ReactNode {
  const { id = '' } = useParams({ strict: false });
  const may = useMay();
  const { data, error, failureReason, refetch } = useQuery({
    queryKey: ['users', 'one', id],
    queryFn: () => loadUser(id),
  });
  const fault = error ?? failureReason;
  if (!data) {
    return (
      <>
        <PageHead title="Resident" up={<Link to="/residents">All residents</Link>} />
        {fault ? <FaultAlert fault={fault} retry={() => void refetch()} /> : <Loading />}
      </>
    );
  }
  return (
    <>
      <Head user={data} />
      {may('users:write') && <UndoMove userId={id} />}
      <Tabs user={data} />
    </>
  );
}
