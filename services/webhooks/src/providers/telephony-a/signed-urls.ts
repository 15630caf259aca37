/** The ports that an address may leave out. */
const defaultPorts: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/** Returns a base with and without its default port. A base with another port has one spelling. */
function spellBase(base: string): string[] {
  const { protocol, port, host, pathname } = new URL(base);
  const path = pathname.replace(/\/+$/, '');
  const defaultPort = defaultPorts[protocol] ?? '';
  if (port !== '') return [`${protocol}//${host}${path}`];
  return [`${protocol}//${host}${path}`, `${protocol}//${host}:${defaultPort}${path}`];
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
 * default port, or the form of a URL parser. The Host header does not matter.
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
