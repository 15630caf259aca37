import { Button, Group } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { api } from '../api.ts';
import { BuildingName } from '../buildings/building-name.tsx';
import { csvFrom } from '../list/csv-from.ts';
import { BuildingFilter, ChoiceFilter } from '../list/filters.tsx';
import { ListPage } from '../list/list-page.tsx';
import type { ListSource } from '../list/use-list.ts';
import { Address } from '../parts/address.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { countOf } from '../parts/count-of.ts';
import { FaultAlert } from '../parts/fault-alert.tsx';
import { Status } from '../parts/status.tsx';
import { Time } from '../parts/times.tsx';
import { useMay } from '../session.tsx';
import { contactOf, nameOfInvite, statusInWords, statusWords, type Invite } from './describe-invite.ts';
import { InviteDrawer } from './invite-drawer.tsx';
import { NewInvite } from './new-invite.tsx';
import { useBulkInviteAct } from './use-invite-actions.ts';

const source: ListSource<Invite> = {
  key: 'invites',
  csv: csvFrom('/api/admin/onboarding/invites'),
  load: async (page, search) => {
    const query = { ...page, ...search };
    const { invites, total } = await read(api.GET('/api/admin/onboarding/invites', { params: { query } }));
    return { rows: invites, total };
  },
};

interface BulkBarProps {
  chosen: ReadonlySet<string>;
  clear: () => void;
}

function BulkBar({ chosen, clear }: BulkBarProps): ReactNode {
  const may = useMay();
  const action = useBulkInviteAct();
  const ids = [...chosen];
  return (
    <>
      <Group gap="xs">
        {may('onboarding:dispatch') && (
          <Button
            size="compact-md"
            variant="default"
            loading={action.isPending}
            onClick={() => action.mutate({ act: 'resend', ids }, { onSuccess: clear })}
          >
            Send again
          </Button>
        )}
        {may('onboarding:write') && (
          <Confirm
            label="Revoke"
            title={`Revoke ${countOf(ids.length, 'invite')}`}
            act={() => action.mutateAsync({ act: 'revoke', ids })}
            onDone={clear}
          >
            Their links stop working. New invites have new links.
          </Confirm>
        )}
        <Button size="compact-md" variant="subtle" onClick={clear}>
          Clear selection
        </Button>
      </Group>
      {action.error && action.variables.act !== 'revoke' && <FaultAlert fault={action.error} />}
    </>
  );
}

const filters = (
  <>
    <ChoiceFilter label="Status" name="status" words={statusWords} />
    <ChoiceFilter label="Attention" name="stuck" words={{ true: 'Stuck' }} />
    <BuildingFilter />
  </>
);

const views = [
  { name: 'Open', search: { status: 'PENDING' } },
  { name: 'Stuck', search: { stuck: 'true' } },
  { name: 'Accepted', search: { status: 'ACCEPTED' } },
  { name: 'Ended', search: { status: 'EXPIRED' } },
];

function showContact(invite: Invite): ReactNode {
  const contact = contactOf(invite);
  return contact && <Address text={contact} />;
}

/** All invites, with actions for one or for many. */
export function Invites(): ReactNode {
  const may = useMay();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const clear = (): void => setChosen(new Set());
  const choice = {
    chosen,
    choose: setChosen,
    nameOf: nameOfInvite,
    actions: <BulkBar chosen={chosen} clear={clear} />,
  };
  return (
    <ListPage
      title="Invites"
      lead="Invited residents and the state of their invites."
      searchFor="Search name, e-mail, phone"
      filters={filters}
      views={views}
      actions={may('onboarding:write') && <NewInvite />}
      source={source}
      empty="No invites yet."
      begin={
        may('onboarding:write') &&
        'Invite a resident with the button above, or import a list of residents on the page Import.'
      }
      // Without a permission for bulk actions, rows have no checkboxes.
      {...((may('onboarding:dispatch') || may('onboarding:write')) && { choice })}
      columns={[
        { title: 'Invited', show: nameOfInvite },
        { title: 'Contact', show: showContact },
        { title: 'Building', show: ({ propertyId }) => <BuildingName id={propertyId} /> },
        {
          title: 'Status',
          kind: 'state',
          show: (invite) => <Status status={invite.status} label={statusInWords(invite)} />,
        },
        { title: 'Sent', show: ({ lastSentAt }) => lastSentAt && <Time at={lastSentAt} /> },
        {
          title: 'Valid until',
          sort: { by: 'expiresAt' },
          show: ({ status, expiresAt }) => (status === 'PENDING' ? <Time at={expiresAt} /> : null),
        },
      ]}
    >
      <InviteDrawer />
    </ListPage>
  );
}
