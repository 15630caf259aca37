import { read } from '../../api/problem.ts';
import type { SendOptions } from '../../api/sending.ts';
import { api } from '../api.ts';
import { useApiMutation } from '../parts/use-api-mutation.ts';

/** Acts on an invite. */
export type InviteAct = 'dispatch' | 'resend' | 'revoke';

const done: Readonly<Record<InviteAct, string>> = {
  dispatch: 'Invite sent.',
  resend: 'Invite sent again.',
  revoke: 'Invite revoked. Its link no longer works.',
};

interface OneAct {
  act: InviteAct;
  id: string;
}

function request({ act, id: idOrToken }: OneAct, { header }: SendOptions) {
  const params = { path: { idOrToken }, header };
  if (act === 'dispatch') {
    return read(api.POST('/api/admin/onboarding/invites/{idOrToken}/dispatch', { params }));
  }
  if (act === 'resend') {
    return read(api.POST('/api/admin/onboarding/invites/{idOrToken}/resend', { params }));
  }
  return read(api.POST('/api/admin/onboarding/invites/{idOrToken}/revoke', { params }));
}

/** Sends, sends again or revokes an invite. */
export const useInviteAct = () => useApiMutation(request, (_answer, { act }) => done[act]);

interface ActOnMany {
  act: InviteAct;
  ids: string[];
}

/** Performs one act on many invites; each has its own result. */
export function actOnMany({ act, ids: inviteIds }: ActOnMany, { header }: SendOptions) {
  const options = { params: { header }, body: { inviteIds } };
  if (act === 'dispatch') return read(api.POST('/api/admin/onboarding/invites/bulk/dispatch', options));
  if (act === 'resend') return read(api.POST('/api/admin/onboarding/invites/bulk/resend', options));
  return read(api.POST('/api/admin/onboarding/invites/bulk/revoke', options));
}
