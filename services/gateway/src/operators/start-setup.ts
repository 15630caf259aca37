import type { RedirectReply } from '@pas/platform/http/reply';
import { gone } from '@pas/shared/errors/raise';
import { SetupLinkModel } from '@pas/shared/models/setup-link';
import { pendingSetupLinks, setupTokenHash } from '@pas/shared/setup-links/setup-links';
import type { Operators } from './operators.ts';
import { startLogin } from './start-login.ts';

/** 410: the link cannot be used. */
export const endedSetupLink = () =>
  gone('link_ended', 'The setup link is unknown, used, revoked or expired. Ask for a new one.');

interface StartSetup {
  token: string;
  now: Date;
  /** The Cookie header. */
  cookie: string | undefined;
  publicUrl: string;
}

/**
 * Begins the log-in of a setup link. It does not use the link, because mail scanners open links too. The provider asks
 * for a new log-in, so that a person with several accounts can choose.
 *
 * @throws gone (`link_ended`), unavailable (`identity_unavailable`)
 */
export async function startSetup(
  operators: Operators,
  { token, now, ...browser }: StartSetup,
): Promise<RedirectReply> {
  const setup = setupTokenHash(token);
  if (!(await SetupLinkModel.exists({ tokenHash: setup, ...pendingSetupLinks(now) }))) throw endedSetupLink();
  return startLogin(operators, { ...browser, setup, isFresh: true, returnTo: '/console' });
}
