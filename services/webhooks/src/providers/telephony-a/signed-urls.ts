/** The ports that an address may leave out. */
const defaultPorts: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/** Returns a base with its port and without any, as the provider's library compares signatures. */
function spellBase(base: string): string[] {
  const { protocol, port, hostname, pathname } = new URL(base);
  const path = pathname.replace(/\/+$/, '');
  const portless = `${protocol}//${hostname}${path}`;
  const withPort = `${protocol}//${hostname}:${port || defaultPorts[protocol]}${path}`;
  return port === '' ? [portless, withPort] : [withPort, portless];
}

/** Returns an address in the form of a URL parser. The parser drops a default port, so it is added again. */
function normalize(base: string, url: string): string | null {
  if (!URL.canParse(base + url)) return null;
  const { pathname, search } = new URL(base + url);
  const origin = /^[a-z]+:\/\/[^/]+/.exec(base)?.[0] ?? '';
  return origin + pathname + search;
}

/**
 * Prepares the addresses whose signature is accepted: each public base with the sent path and query. Variants have the
 * port or none, or the form of a URL parser. The Host header does not matter.
 *
 * @param publicUrls the bases under which the provider reaches the system
 */
export function signedUrls(publicUrls: readonly string[]): (url: string) => string[] {
  const bases = publicUrls.flatMap(spellBase);
  return (url) => {
    const spellings = bases.flatMap((base) => [base + url, normalize(base, url) ?? base + url]);
    return [...new Set(spellings)];
  };
}
