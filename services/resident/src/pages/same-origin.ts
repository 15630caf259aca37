import { forbidden } from '@pas/shared/errors/raise';

type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** Returns the origin of an address, without the default port of its scheme; null for an invalid address. */
const originOf = (address: string): string | null => URL.parse(address)?.origin ?? null;

/** Returns whether an `Origin` matches the scheme, host and port that the gateway received. */
function isOwnOrigin(origin: unknown, headers: RequestHeaders): boolean {
  const protocol = headers['x-forwarded-proto'] ?? 'http';
  const host = headers['x-forwarded-host'] ?? headers['host'];
  const own = originOf(`${String(protocol)}://${String(host)}`);
  return typeof origin === 'string' && own !== null && originOf(origin) === own;
}

/**
 * Returns whether `Origin` and `Sec-Fetch-Site` prove that a page of this origin sent a request. False when both are
 * missing.
 */
export function isFromOwnOrigin(headers: RequestHeaders): boolean {
  const { origin, 'sec-fetch-site': site } = headers;
  if (origin === undefined && site === undefined) return false;
  return (
    (site === undefined || site === 'same-origin') && (origin === undefined || isOwnOrigin(origin, headers))
  );
}

/**
 * Refuses a form from another site. The pages disable the referrer, which makes `Origin` `null`, so Fetch Metadata
 * decides if present. A request without both headers is accepted: the token in the address is the credential, and no
 * browser sent it.
 *
 * @throws forbidden for a form from another site
 */
export function requireSameOrigin(headers: RequestHeaders): void {
  const { origin, 'sec-fetch-site': site } = headers;
  const isOwnSite = site === undefined || site === 'same-origin' || site === 'none';
  const isOwn = isOwnSite && (origin === undefined || origin === 'null' || isOwnOrigin(origin, headers));
  if (!isOwn)
    throw forbidden('cross_site_request', 'This form was sent from another site. Open the link itself.');
}
