import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { api } from '../api.ts';
import { PlaceName } from '../buildings/place-name.tsx';
import { contactOf, statusInWords, type Invite } from '../invites/describe-invite.ts';
import { ListView } from '../list/list-view.tsx';
import type { ListSource } from '../list/use-list.ts';
import { Address } from '../parts/address.tsx';
import { Status } from '../parts/status.tsx';
import { Time } from '../parts/times.tsx';

const invitesOf = (userId: string): ListSource<Invite> => ({
  key: `invites of ${userId}`,
  load: async (page) => {
    const query = { userId, ...page };
    const { invites, total } = await read(api.GET('/api/admin/onboarding/invites', { params: { query } }));
    return { rows: invites, total };
  },
});

function showContact(invite: Invite): ReactNode {
  const contact = contactOf(invite);
  return contact && <Address text={contact} />;
}

/** The invites to a resident's contacts and homes, the newest first. */
export function ResidentInvites({ userId }: { userId: string }): ReactNode {
  return (
    <ListView
      label="Invites"
      source={invitesOf(userId)}
      empty="No invites to this resident."
      targetOf={({ id }) => ({ to: '/invites', search: { open: id } })}
      columns={[
        { title: 'Home', show: (invite) => <PlaceName {...invite} /> },
        { title: 'Contact', show: showContact },
        { title: 'Sent', show: ({ lastSentAt }) => lastSentAt && <Time at={lastSentAt} /> },
        {
          title: 'Status',
          kind: 'state',
          show: (invite) => <Status status={invite.status} label={statusInWords(invite)} />,
        },
      ]}
    />
  );
}
