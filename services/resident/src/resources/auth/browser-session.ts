import type { PublicContext } from '@pas/shared/context/operation-context';
import { created, ok, type JsonReply } from '@pas/platform/http/reply';
import { SignInAnswer } from '@pas/shared/accounts/accounts.schema';
import { presentSignedIn } from '@pas/shared/accounts/present-signed-in';
import type { SignInResult } from '@pas/shared/accounts/sign-in-as';
import { forbidden } from '@pas/shared/errors/raise';
import type { CoreJwtSigner } from '@pas/shared/sessions/core-jwt';
import type { DeviceCookie } from '@pas/shared/sessions/device-cookie';
import { clientHeader, webClient, type RefreshCookie } from '@pas/shared/sessions/refresh-cookie';
import { z } from 'zod';
import { isFromOwnOrigin } from '../../pages/same-origin.ts';

export type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** Returns whether the caller is a browser that keeps its refresh token in a cookie. */
export const isBrowser = (headers: RequestHeaders): boolean => headers[clientHeader] === webClient;

/**
 * Refuses a browser's request unless its headers prove this origin. Another site could otherwise use the cookie of the
 * person. Programs without the header have no cookie.
 *
 * @throws forbidden for a request from another site or of unknown origin
 */
function requireOwnOrigin(headers: RequestHeaders): void {
  if (!isBrowser(headers) || isFromOwnOrigin(headers)) return;
  throw forbidden(
    'origin_not_allowed',
    'With X-Pas-Client: web, send this from the same origin, with Origin or Sec-Fetch-Site.',
  );
}

/** Routes on which a browser may keep its refresh token in a cookie. */
export const forBrowsers = {
  headers: {
    'X-Pas-Client': z
      .string()
      .optional()
      .meta({
        description:
          'For browsers: with `web`, the refresh token is set as an HttpOnly cookie, and the body has no refreshToken. The request must come from the same origin (Origin or Sec-Fetch-Site), otherwise 403. Other values have no effect.',
        example: webClient,
        param: { id: 'Client' },
      }),
  },
  requireHeaders: requireOwnOrigin,
};

/** Answer of a sign-in. A browser gets its refresh token in a cookie instead. */
export const SessionAnswer = SignInAnswer.extend({
  refreshToken: SignInAnswer.shape.refreshToken.optional().meta({
    description: 'Exchange it for the next token. Missing with X-Pas-Client: web: it is in a cookie.',
  }),
}).meta({ id: 'SignInResult' });

/** Dependencies of answers to sign-ins. */
export interface Sessions {
  signer: CoreJwtSigner;
  cookie: RefreshCookie;
  deviceCookie: DeviceCookie;
}

/** Returns the device token of the calling browser, or a new one. */
export const deviceTokenOf = (
  { deviceCookie }: Pick<Sessions, 'deviceCookie'>,
  { cookie }: RequestHeaders,
): string => deviceCookie.tokenOf(typeof cookie === 'string' ? cookie : undefined);

/** Returns the device token of a browser; null for programs. */
export const deviceOf = (sessions: Pick<Sessions, 'deviceCookie'>, headers: RequestHeaders): string | null =>
  isBrowser(headers) ? deviceTokenOf(sessions, headers) : null;

interface SignedInRequest {
  ctx: PublicContext;
  headers: RequestHeaders;
  /** Device token of the browser that signed in; null for programs. */
  device?: string | null;
  /** True when the request created the resident. */
  isNew?: boolean;
}

/** Builds the answer of a sign-in: programs get the refresh token in the body, browsers in a cookie. */
export async function replySignedIn(
  { signer, cookie, deviceCookie }: Sessions,
  { ctx, headers, device = null, isNew = false }: SignedInRequest,
  signedIn: SignInResult,
): Promise<JsonReply<z.input<typeof SessionAnswer>>> {
  const reply = isNew ? created : ok;
  const { refreshToken, ...answer } = await presentSignedIn(signer, signedIn, ctx.now);
  if (!isBrowser(headers)) return reply({ ...answer, refreshToken });
  const cookies = [cookie.set(signedIn.session, refreshToken, ctx.now)];
  if (device !== null) cookies.push(deviceCookie.set(device));
  return reply(answer, { 'Set-Cookie': cookies });
}

/** Reads the refresh token of a request: from the cookie of a browser, from the body of a program. */
export function refreshTokenOf(
  { cookie }: Pick<Sessions, 'cookie'>,
  headers: RequestHeaders,
  body: { refreshToken?: string | undefined },
): string | undefined {
  if (!isBrowser(headers)) return body.refreshToken;
  const { cookie: cookies } = headers;
  return (typeof cookies === 'string' && cookie.read(cookies)) || undefined;
}

/** Returns the headers that remove a browser's refresh cookie; none for programs. */
export const forgetSession = (
  { cookie }: Pick<Sessions, 'cookie'>,
  headers: RequestHeaders,
): Record<string, string> => (isBrowser(headers) ? { 'Set-Cookie': cookie.clear() } : {});
