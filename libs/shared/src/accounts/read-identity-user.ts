import { timeLeftMs } from '@pas/platform/deadline/deadline';
import { readJson } from '@pas/platform/outbound/read-json';
import { unauthenticated, unavailable } from '../errors/raise.ts';
import { z } from 'zod';
import type { IdentitySettings } from './identity.ts';

const timeoutMs = 3000;

/** Longest accepted answer. The provider includes all metadata of a user. */
const maxAnswerBytes = 1024 * 1024;

const Answer = z.object({
  user: z.object({ id: z.string(), email: z.string(), emailVerified: z.boolean() }),
});

/** A user as the provider's back-end API shows one. */
export type IdentityUser = z.output<typeof Answer>['user'];

const away = (cause: unknown) =>
  Object.assign(unavailable('The identity provider is unavailable. Try again.', 'identity_unavailable', 5), {
    cause,
  });

async function askFor(subject: string, { apiUrl, apiSecret }: IdentitySettings): Promise<Response> {
  const headers = { authorization: `Bearer ${apiSecret}`, accept: 'application/json' };
  try {
    return await fetch(`${apiUrl}/v1/users/${encodeURIComponent(subject)}`, {
      headers,
      redirect: 'error',
      signal: AbortSignal.timeout(Math.max(0, Math.floor(Math.min(timeoutMs, timeLeftMs())))),
    });
  } catch (error) {
    throw away(error);
  }
}

/**
 * Asks the provider for the e-mail of the person in a token.
 *
 * @throws unauthenticated when the provider no longer knows the person, unavailable when it gives no usable answer
 */
export async function readIdentityUser(subject: string, settings: IdentitySettings): Promise<IdentityUser> {
  const response = await askFor(subject, settings);
  if (response.status === 404) {
    throw unauthenticated('token_invalid', 'The identity provider no longer knows this person.');
  }
  if (!response.ok) throw away(new Error(`The user endpoint answered ${response.status}.`));
  const answer = Answer.safeParse(await readJson(response, maxAnswerBytes).catch(() => null));
  if (!answer.success) throw away(answer.error);
  return answer.data.user;
}
