import type { PublicContext } from '@pas/shared/context/operation-context';
import { created, ok, type JsonReply } from '@pas/platform/http/reply';
import { SignedInAnswer } from '@pas/shared/accounts/accounts.schema';
import { presentSignedIn } from '@pas/shared/accounts/present-signed-in';
import type { SignedIn } from '@pas/shared/accounts/sign-in-as';
import { forbidden } from '@pas/shared/errors/raise';
import type { CoreJwtSigner } from '@pas/shared/sessions/core-jwt';
import type { DeviceCookie } from '@pas/shared/sessions/device-cookie';
import { clientHeader, webClient, type RefreshCookie } from '@pas/shared/sessions/refresh-cookie';
import { z } from 'zod';
import { isFromOwnOrigin } from '../../pages/same-origin.ts';

export type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** Whether a browser calls that keeps its refresh token in a cookie. */
export const isBrowser = (headers: RequestHeaders): boolean => headers[clientHeader] === webClient;

/**
 * Refuses a browser's request unless it shows that it comes from this origin: another site could send it in the name of
 * a person whose browser has the cookie. Programs without the header have no cookie.
 *
 * @throws forbidden for a request from another site, or one that does not show where it came from
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
      .literal(webClient)
      .optional()
      .meta({
        description:
          'For browsers: the refresh token is set as an HttpOnly cookie, and the body has no refreshToken. The request must come from the same origin (Origin or Sec-Fetch-Site), otherwise 403.',
        example: webClient,
        param: { id: 'Client' },
      }),
  },
  requireHeaders: requireOwnOrigin,
};

/** The answer of a sign-in. A browser has its refresh token in the cookie instead. */
export const SessionAnswer = SignedInAnswer.extend({
  refreshToken: SignedInAnswer.shape.refreshToken.optional().meta({
    description: 'Exchange it for the next token. Missing with X-Pas-Client: web: it is in a cookie.',
  }),
}).meta({ id: 'SignedIn' });

/** What answers of sign-ins are made with. */
export interface Sessions {
  signer: CoreJwtSigner;
  cookie: RefreshCookie;
  deviceCookie: DeviceCookie;
}

/** The device token of the browser that calls, a new one where it has none. */
export const deviceTokenOf = (
  { deviceCookie }: Pick<Sessions, 'deviceCookie'>,
  { cookie }: RequestHeaders,
): string => deviceCookie.tokenOf(typeof cookie === 'string' ? cookie : undefined);

/** The device token of a browser; null for programs. */
export const deviceOf = (sessions: Pick<Sessions, 'deviceCookie'>, headers: RequestHeaders): string | null =>
  isBrowser(headers) ? deviceTokenOf(sessions, headers) : null;

interface SignedInRequest {
  ctx: PublicContext;
  headers: RequestHeaders;
  /** The device token with which a browser has signed in; null where nobody has. */
  device?: string | null;
  /** Whether the request has made the resident. */
  isNew?: boolean;
}

/** Answers a sign-in: programs get the refresh token in the body, browsers in a cookie. */
export async function replySignedIn(
  { signer, cookie, deviceCookie }: Sessions,
  { ctx, headers, device = null, isNew = false }: SignedInRequest,
  signedIn: SignedIn,
): Promise<JsonReply<z.input<typeof SessionAnswer>>> {
  const reply = isNew ? created : ok;
  const { refreshToken, ...answer } = await presentSignedIn(signer, signedIn, ctx.now);
  if (!isBrowser(headers)) return reply({ ...answer, refreshToken });
  const cookies = [cookie.set(signedIn.session, refreshToken, ctx.now)];
  if (device !== null) cookies.push(deviceCookie.set(device));
  return reply(answer, { 'Set-Cookie': cookies });
}

/** The refresh token that a request brings: a browser's in its cookie, a program's in the body. */
export function refreshTokenOf(
  { cookie }: Pick<Sessions, 'cookie'>,
  headers: RequestHeaders,
  body: { refreshToken?: string | undefined },
): string | undefined {
  if (!isBrowser(headers)) return body.refreshToken;
  const { cookie: cookies } = headers;
  return (typeof cookies === 'string' && cookie.read(cookies)) || undefined;
}

/** The headers by which a browser forgets its refresh token; none for programs. */
export const forgetSession = (
  { cookie }: Pick<Sessions, 'cookie'>,
  headers: RequestHeaders,
): Record<string, string> => (isBrowser(headers) ? { 'Set-Cookie': cookie.clear() } : {});
