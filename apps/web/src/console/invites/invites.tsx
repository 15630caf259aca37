import { Button, Group } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { api } from '../api.ts';
import { BuildingName } from '../buildings/building-name.tsx';
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
            Their links work no more. Who is invited again gets a new link.
          </Confirm>
        )}
        <Button size="compact-md" variant="subtle" onClick={clear}>
          Choose none
        </Button>
      </Group>
      {action.error && action.variables.act !== 'revoke' && <FaultAlert fault={action.error} />}
    </>
  );
}

const filters = (
  <>
    <ChoiceFilter label="Status" name="status" words={statusWords} />
    <ChoiceFilter label="Needs a hand" name="stuck" words={{ true: 'Stuck' }} />
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

/** Every invite, with what can be done to one or to many. */
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
      lead="Who is asked to move in, and how far they are."
      searchFor="Search name, e-mail, phone"
      filters={filters}
      views={views}
      actions={may('onboarding:write') && <NewInvite />}
      source={source}
      empty="No invite yet."
      begin={
        may('onboarding:write') &&
        'Invite somebody with the button above, or import a list of residents on the page Import.'
      }
      // Nothing to choose for who may do nothing to those that are chosen.
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
