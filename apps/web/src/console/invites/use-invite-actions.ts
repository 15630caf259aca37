import { useMutation, useQueryClient } from '@tanstack/react-query';
import { read } from '../../api/problem.ts';
import { api, once } from '../api.ts';
import { tell } from '../parts/tell.ts';

/** What can be done to an invite. */
export type InviteAct = 'dispatch' | 'resend' | 'revoke';

const done: Readonly<Record<InviteAct, string>> = {
  dispatch: 'The invite is on its way.',
  resend: 'The invite is sent again.',
  revoke: 'The invite is revoked. Its link works no more.',
};

function request(act: InviteAct, idOrToken: string) {
  const params = { path: { idOrToken }, ...once() };
  if (act === 'dispatch') {
    return read(api.POST('/api/admin/onboarding/invites/{idOrToken}/dispatch', { params }));
  }
  if (act === 'resend') {
    return read(api.POST('/api/admin/onboarding/invites/{idOrToken}/resend', { params }));
  }
  return read(api.POST('/api/admin/onboarding/invites/{idOrToken}/revoke', { params }));
}

/** Sends, sends again or revokes an invite. */
export function useInviteAct() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ act, id }: { act: InviteAct; id: string }) => request(act, id),
    onSuccess: (_answer, { act }) => {
      tell(done[act]);
      return cache.invalidateQueries();
    },
  });
}

interface BulkResult {
  inviteId: string;
  status: number;
  code?: string | undefined;
}

function requestAll(act: InviteAct, inviteIds: string[]) {
  const options = { params: once(), body: { inviteIds } };
  if (act === 'dispatch') return read(api.POST('/api/admin/onboarding/invites/bulk/dispatch', options));
  if (act === 'resend') return read(api.POST('/api/admin/onboarding/invites/bulk/resend', options));
  return read(api.POST('/api/admin/onboarding/invites/bulk/revoke', options));
}

/** Counts what came of each invite, in one sentence. */
function summarizeResults(results: readonly BulkResult[]): string {
  const failed = results.filter(({ status }) => status >= 400);
  const codes = [...new Set(failed.map(({ code }) => (code ?? 'failed').replaceAll('_', ' ')))];
  const good = results.length - failed.length;
  return failed.length === 0 ? `${good} done.` : `${good} done, ${failed.length} not: ${codes.join(', ')}.`;
}

/** Does the same to many invites; each has an answer of its own. */
export function useBulkInviteAct() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ act, ids }: { act: InviteAct; ids: string[] }) => requestAll(act, ids),
    onSuccess: ({ results }) => {
      const isWhole = results.every(({ status }) => status < 400);
      tell(summarizeResults(results), isWhole ? 'good' : 'mixed');
      return cache.invalidateQueries();
    },
  });
}
