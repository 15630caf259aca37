import { Button, Checkbox, Group } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { api } from '../api.ts';
import { BuildingFilter, ChoiceFilter, SearchFilter } from '../list/filters.tsx';
import { ListPage } from '../list/list-page.tsx';
import type { ListSource } from '../list/use-list.ts';
import { usePropertyName } from '../list/use-properties.ts';
import { FaultAlert } from '../parts/fault-alert.tsx';
import { Status } from '../parts/status.tsx';
import { Time } from '../parts/times.tsx';
import { useMay } from '../session.tsx';
import { nameOfInvite, type Invite } from './describe-invite.ts';
import { InviteDrawer } from './invite-drawer.tsx';
import { NewInvite } from './new-invite.tsx';
import { useBulkInviteAct, type InviteAct } from './use-invite-actions.ts';

const source: ListSource<Invite> = {
  key: 'invites',
  load: async (page, search) => {
    const query = { ...page, ...search };
    const { invites, total } = await read(api.GET('/api/admin/onboarding/invites', { params: { query } }));
    return { rows: invites, total };
  },
};

const bulkActs: readonly { act: InviteAct; label: string; scope: string }[] = [
  { act: 'resend', label: 'Send again', scope: 'onboarding:dispatch' },
  { act: 'revoke', label: 'Revoke', scope: 'onboarding:write' },
];

interface BulkBarProps {
  chosen: ReadonlySet<string>;
  clear: () => void;
}

function BulkBar({ chosen, clear }: BulkBarProps): ReactNode {
  const may = useMay();
  const action = useBulkInviteAct();
  if (chosen.size === 0) return null;
  return (
    <>
      <Group mb="sm" gap="xs" role="group" aria-label="Chosen invites">
        <b>{chosen.size} chosen</b>
        {bulkActs
          .filter(({ scope }) => may(scope))
          .map(({ act, label }) => (
            <Button
              key={act}
              size="compact-md"
              variant="default"
              loading={action.isPending && action.variables.act === act}
              onClick={() => action.mutate({ act, ids: [...chosen] }, { onSuccess: clear })}
            >
              {label}
            </Button>
          ))}
        <Button size="compact-md" variant="subtle" onClick={clear}>
          Choose none
        </Button>
      </Group>
      {action.error && <FaultAlert fault={action.error} />}
    </>
  );
}

const filters = (
  <>
    <SearchFilter label="Search name, e-mail, phone" />
    <ChoiceFilter
      label="Status"
      name="status"
      choices={[
        { value: 'PENDING', label: 'Open' },
        { value: 'ACCEPTED', label: 'Accepted' },
        { value: 'EXPIRED', label: 'Expired' },
      ]}
    />
    <ChoiceFilter label="Needs a hand" name="stuck" choices={[{ value: 'true', label: 'Stuck' }]} />
    <BuildingFilter />
  </>
);

/** Every invite, with what can be done to one or to many. */
export function Invites(): ReactNode {
  const may = useMay();
  const nameOf = usePropertyName();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const toggle = (id: string): void => setChosen((before) => before.symmetricDifference(new Set([id])));
  return (
    <ListPage
      title="Invites"
      lead="Who is asked to move in, and how far they are."
      filters={filters}
      actions={may('onboarding:write') && <NewInvite />}
      above={<BulkBar chosen={chosen} clear={() => setChosen(new Set())} />}
      source={source}
      empty="No invites here. Take away a filter, or invite somebody with the button above."
      first={({ id, ...invite }) => (
        <Checkbox
          aria-label={`Choose ${nameOfInvite({ id, ...invite })}`}
          checked={chosen.has(id)}
          onChange={() => toggle(id)}
        />
      )}
      columns={[
        { title: 'Invited', show: nameOfInvite },
        { title: 'Contact', show: ({ inviteeEmail, inviteePhone }) => inviteeEmail ?? inviteePhone ?? '–' },
        { title: 'Building', show: ({ propertyId }) => nameOf(propertyId) },
        { title: 'Status', show: ({ status }) => <Status status={status} /> },
        { title: 'Sent', show: ({ lastSentAt }) => <Time at={lastSentAt} /> },
      ]}
    >
      <InviteDrawer />
    </ListPage>
  );
}
