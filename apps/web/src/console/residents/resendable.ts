import type { Invite } from '../invites/describe-invite.ts';
import type { User } from './describe-user.ts';

type Contacts = Pick<Invite, 'inviteeEmail' | 'inviteePhone'>;

const isTo = ({ inviteeEmail, inviteePhone }: Contacts, { email, phone }: Pick<User, 'email' | 'phone'>) =>
  inviteeEmail === email && (inviteePhone === null || inviteePhone === phone);

/** Returns the first invite to a person's present contacts that can be sent again. */
export const resendable = <Row extends Contacts & Pick<Invite, 'status' | 'expiredReason'>>(
  invites: readonly Row[],
  user: Pick<User, 'email' | 'phone'>,
): Row | undefined =>
  invites.find(
    (invite) => isTo(invite, user) && (invite.status === 'PENDING' || invite.expiredReason === 'TTL'),
  );
