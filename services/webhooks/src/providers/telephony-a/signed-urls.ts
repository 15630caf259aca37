/** The ports that an address may leave out. */
const defaultPorts: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/** A base with its default port and without it; a base with another port has one spelling. */
function spellBase(base: string): string[] {
  const { protocol, port, host, pathname } = new URL(base);
  const path = pathname.replace(/\/+$/, '');
  const defaultPort = defaultPorts[protocol] ?? '';
  if (port !== '') return [`${protocol}//${host}${path}`];
  return [`${protocol}//${host}${path}`, `${protocol}//${host}:${defaultPort}${path}`];
}

/** The same address as a URL parser writes it. The parser drops a default port, so it is put back. */
function normalize(base: string, url: string): string | null {
  if (!URL.canParse(base + url)) return null;
  const { pathname, search } = new URL(base + url);
  const origin = /^[a-z]+:\/\/[^/]+/.exec(base)?.[0] ?? '';
  return origin + pathname + search;
}

/**
 * Prepares the addresses that a request may have been signed for: each public base with the path and query as they were
 * sent, with and without the default port, then as a URL parser writes them. The Host header has no part in it.
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
