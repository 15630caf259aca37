import { waitUntil } from '@pas/testing/wait-until';
import { bodyOf } from '../client/http-call.ts';
import { mailsTo, receiveMail } from '../client/mailbox.ts';
import type { Invite } from '../client/property-manager.ts';
import type { Drill } from './drill.ts';

/** Creates a watch that dispatches invites and follows their mails and events. */
export function watchDispatches(drill: Drill) {
  const { mailboxUrl } = drill.local;
  return {
    mails: (address: string) => mailsTo(mailboxUrl, address),
    receive: (address: string) => receiveMail(mailboxUrl, address),
    async dispatch({ id }: Invite, correlationId: string): Promise<void> {
      const headers = { 'x-correlation-id': correlationId };
      const path = `/onboarding/invites/${id}/dispatch`;
      await bodyOf(drill.manager.call(path, { method: 'POST', headers }), 202);
    },
    /** Waits for a line of the workers' log, which is faster than polling the command line. */
    async untilLogged(...words: readonly string[]): Promise<void> {
      const isMeant = (line: string): boolean => words.every((word) => line.includes(word));
      const lines = (): string[] => drill.logOf('admin-workers').split('\n');
      await waitUntil(() => lines().some(isMeant), { what: words.join(', '), everyMs: 200 });
    },
  };
}
