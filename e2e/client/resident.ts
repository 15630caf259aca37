import type { Problem } from '@pas/platform/http/render-error';
import { call, type HttpAnswer, type HttpCall } from './http-call.ts';

/** Answer to a sign-up or a log-in. */
export interface SignInResult {
  token: string;
  tokenType: string;
  refreshToken: string;
  resident: { id: string; email: string; firstName: string };
}

export interface OwnUnits {
  units: { id: string; label: string; property: { id: string; name: string } }[];
  total: number;
}

export const password = 'correct horse battery';

/** Signs up with an invite's token. */
export function signUp(
  portalUrl: string,
  person: { inviteToken: string; email?: string },
  options: Pick<HttpCall, 'headers' | 'from'> = {},
): Promise<HttpAnswer<SignInResult & Problem>> {
  const body = { password, firstName: 'Jordan', lastName: 'Reyes', ...person };
  return call(`${portalUrl}/api/v1/auth/signup`, { ...options, body });
}

/** Exchanges a session token of the identity provider for a Core JWT. */
export function exchangeIdentity(
  portalUrl: string,
  identityToken: string,
): Promise<HttpAnswer<SignInResult & Problem>> {
  return call(`${portalUrl}/api/v1/auth/clerk-session`, { method: 'POST', bearer: identityToken });
}
