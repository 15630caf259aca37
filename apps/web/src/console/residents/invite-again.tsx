import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import type { SendOptions } from '../../api/sending.ts';
import { sayPhone } from '../../phones/say-phone.ts';
import { api } from '../api.ts';
import { Confirm } from '../parts/confirm.tsx';
import { useMay } from '../session.tsx';
import { livingResidences, type Residence, type User } from './describe-user.ts';
import { resendable } from './resendable.ts';

/** Creates and sends an invite to the contacts of a person. */
function inviteTo({ email, phone }: User, { unitId, role }: Residence, { header }: SendOptions) {
  const body = {
    unitId,
    role,
    ...(email !== null && { inviteeEmail: email }),
    ...(phone !== null && { inviteePhone: phone }),
    dispatch: [...(email === null ? [] : ['EMAIL' as const]), ...(phone === null ? [] : ['SMS' as const])],
  };
  return read(api.POST('/api/admin/onboarding/invite', { params: { header }, body }));
}

/** Sends the last invite of a person again; without one, creates an invite to the home. */
async function inviteAgain(user: User, home: Residence, sending: SendOptions): Promise<unknown> {
  const query = { userId: user.id, unitId: home.unitId, limit: 20 };
  const { invites } = await read(api.GET('/api/admin/onboarding/invites', { params: { query } }));
  const last = resendable(invites, user);
  if (!last) return inviteTo(user, home, sending);
  const params = { path: { idOrToken: last.id }, header: sending.header };
  return read(api.POST('/api/admin/onboarding/invites/{idOrToken}/resend', { params }));
}

/** Invites a person again who has not signed up yet. */
export function InviteAgain({ user }: { user: User }): ReactNode {
  const may = useMay();
  const [home] = livingResidences(user);
  const { status, email, phone } = user;
  if (status !== 'INVITED' || !home || !may('onboarding:write')) return null;
  return (
    <Confirm
      label="Invite again"
      title="Invite again"
      act={(sending) => inviteAgain(user, home, sending)}
      said="Invite sent."
      isHarmless
    >
      <Text>
        An invite goes to {[email, phone && sayPhone(phone)].filter(Boolean).join(' and ')}. An open invite to
        the same contact is sent again with the same link.
      </Text>
    </Confirm>
  );
}
