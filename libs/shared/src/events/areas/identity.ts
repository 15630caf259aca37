import { z } from 'zod';
import { aggregateVersion } from '../aggregate-version.ts';

/** A change of a person's identity or e-mail, by the provider, by staff or by the person. */
const person = z.object({ aggregateVersion, userId: z.string() });

/** Events of accounts and identities. No event contains a token, an e-mail or a phone. */
export const identityEvents = {
  'pas.v1.identity.reset.requested': z.object({
    aggregateVersion,
    resetId: z.string().describe('The password reset whose mail is to be sent.'),
  }),
  'pas.v1.identity.code.requested': z.object({
    aggregateVersion,
    codeId: z.string().describe('The request whose code is to be sent to its phone or e-mail address.'),
  }),
  'pas.v1.identity.notice.requested': z.object({
    aggregateVersion,
    noticeId: z.string().describe('The notice to be mailed to the owner of an account.'),
  }),
  'pas.v1.identity.user.updated': person,
  'pas.v1.identity.user.deleted': person,
} as const;
