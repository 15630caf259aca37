import { unauthenticated } from '@pas/shared/errors/raise';

/**
 * Reads the token of an `Authorization: Bearer` header (RFC 6750, section 2.1).
 *
 * @throws unauthenticated when there is none
 */
export function bearerOf({ authorization }: Readonly<Record<string, string | string[] | undefined>>): string {
  if (typeof authorization !== 'string') {
    throw unauthenticated('credentials_missing', 'Send the identity token as Authorization: Bearer.');
  }
  const token = /^Bearer +([A-Za-z0-9\-._~+/]+=*)$/i.exec(authorization)?.[1];
  if (token === undefined)
    throw unauthenticated('token_invalid', 'The identity token is not valid. Get a new one and try again.');
  return token;
}
