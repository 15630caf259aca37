/** The host of a request, as the browser sent it. */
interface RequestHost {
  host?: string | string[] | undefined;
}

/** Returns the configured address with the host of a request, or the usual one. */
export type PublicUrlOf = (headers: RequestHost) => string;

/**
 * Prepares the choice of the address for the redirects of a log-in. Cookies belong to one host, so a log-in must end at
 * the host at which it started.
 *
 * @param further addresses beside the usual one
 */
export function createPublicUrls(usual: string, further: readonly string[]): PublicUrlOf {
  return ({ host }) => further.find((url) => new URL(url).host === host) ?? usual;
}

/** Returns the address to which the provider redirects browsers. */
export const callbackUrlAt = (publicUrl: string): string => `${publicUrl}/api/admin/auth/callback`;
