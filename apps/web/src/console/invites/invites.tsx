import { useState, type ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { api } from '../api.ts';
import { BuildingName } from '../buildings/building-name.tsx';
import { csvFrom } from '../list/csv-from.ts';
import { BuildingFilter } from '../list/filters.tsx';
import { ListPage } from '../list/list-page.tsx';
import { viewsOf } from '../list/saved-views.ts';
import type { ListSource } from '../list/use-list.ts';
import { useSelection } from '../list/use-selection.ts';
import { Address } from '../parts/address.tsx';
import { Status } from '../parts/status.tsx';
import { Time } from '../parts/times.tsx';
import { useMay } from '../session.tsx';
import { BulkBar } from './bulk-bar.tsx';
import type { BulkOutcome } from './bulk-outcome.ts';
import { contactOf, nameOfInvite, statusInWords, statusWords, type Invite } from './describe-invite.ts';
import { InviteDrawer } from './invite-drawer.tsx';
import { NewInvite } from './new-invite.tsx';
import { OutcomeDialog, showOutcome } from './outcome-dialog.tsx';

const source: ListSource<Invite> = {
  key: 'invites',
  csv: csvFrom('/api/admin/onboarding/invites'),
  load: async (page, search) => {
    const query = { ...page, ...search };
    const { invites, total } = await read(api.GET('/api/admin/onboarding/invites', { params: { query } }));
    return { rows: invites, total };
  },
};

const filters = <BuildingFilter />;

const views = [...viewsOf('status', statusWords), { name: 'Stuck', search: { stuck: 'true' } }];

function showContact(invite: Invite): ReactNode {
  const contact = contactOf(invite);
  return contact && <Address text={contact} />;
}

/** All invites, with actions for one or for many. */
export function Invites(): ReactNode {
  const may = useMay();
  const { chosen, choose, clear } = useSelection();
  const [outcome, setOutcome] = useState<BulkOutcome | null>(null);
  const onOutcome = (next: BulkOutcome): void => showOutcome(next, setOutcome);
  const choice = {
    chosen,
    choose,
    nameOf: nameOfInvite,
    actions: <BulkBar chosen={chosen} clear={clear} onOutcome={onOutcome} />,
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
      <OutcomeDialog outcome={outcome} close={() => setOutcome(null)} />
    </ListPage>
  );
}
