import { forbidden } from '@pas/shared/errors/raise';

type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** The origin of an address, with the port left out that its scheme has anyway; null for a text that is no address. */
const originOf = (address: string): string | null => URL.parse(address)?.origin ?? null;

/** Whether an `Origin` names scheme, host and port of the page, as the gateway has seen them. */
function isOwnOrigin(origin: unknown, headers: RequestHeaders): boolean {
  const protocol = headers['x-forwarded-proto'] ?? 'http';
  const host = headers['x-forwarded-host'] ?? headers['host'];
  const own = originOf(`${String(protocol)}://${String(host)}`);
  return typeof origin === 'string' && own !== null && originOf(origin) === own;
}

/**
 * Whether a request shows that a page of this origin has sent it, by `Origin`, `Sec-Fetch-Site` or both. One that shows
 * neither does not.
 */
export function isFromOwnOrigin(headers: RequestHeaders): boolean {
  const { origin, 'sec-fetch-site': site } = headers;
  if (origin === undefined && site === undefined) return false;
  return (
    (site === undefined || site === 'same-origin') && (origin === undefined || isOwnOrigin(origin, headers))
  );
}

/**
 * Refuses a form that another site has sent. The pages tell browsers to send no referrer, and `Origin` is `null` then,
 * so Fetch Metadata decides where a browser sends it. The token in the address is the credential; a sender that shows
 * neither header has no browser's cookies or place to lend.
 *
 * @throws forbidden for a form from elsewhere
 */
export function requireSameOrigin(headers: RequestHeaders): void {
  const { origin, 'sec-fetch-site': site } = headers;
  const isOwnSite = site === undefined || site === 'same-origin' || site === 'none';
  const isOwn = isOwnSite && (origin === undefined || origin === 'null' || isOwnOrigin(origin, headers));
  if (!isOwn)
    throw forbidden('cross_site_request', 'This form was sent from another site. Open the link itself.');
}
