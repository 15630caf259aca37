/** A response after all redirects on loopback, and its address. */
interface BrowserPage {
  readonly url: string;
  readonly status: number;
  readonly body: string;
}

/** The parts of a browser that a login needs: cookies, redirects and forms. */
export interface Browser {
  open(url: string): Promise<BrowserPage>;
  submit(url: string, form: Record<string, string>): Promise<BrowserPage>;
}

/**
 * Creates a browser with an empty cookie jar. It follows redirects within one origin. It returns the address of another
 * origin, where the client would continue.
 */
export function createBrowser(): Browser {
  const jar = new Map<string, Cookie>();

  async function load(url: string, init: RequestInit = {}): Promise<BrowserPage> {
    const headers = { cookie: cookiesFor(jar, url), accept: 'text/html' };
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) keepCookie(jar, line);
    const location = response.headers.get('location');
    if (location === null) return { url, status: response.status, body: await response.text() };
    const next = new URL(location, url);
    const isAway = next.origin !== new URL(url).origin;
    return isAway ? { url: next.href, status: response.status, body: '' } : load(next.href);
  }

  return {
    open: (url) => load(url),
    submit: (url, form) => load(url, { method: 'POST', body: new URLSearchParams(form) }),
  };
}

interface Cookie {
  readonly value: string;
  readonly path: string;
}

/** Reads name, value and path (RFC 6265, section 5.2). An empty value removes the cookie. */
function keepCookie(jar: Map<string, Cookie>, line: string): void {
  const [pair = '', ...attributes] = line.split('; ');
  const [name = '', value = ''] = pair.split(/=(.*)/s);
  const path = attributes.find((attribute) => attribute.toLowerCase().startsWith('path='))?.slice(5) ?? '/';
  if (value === '') jar.delete(`${name} ${path}`);
  else jar.set(`${name} ${path}`, { value, path });
}

function cookiesFor(jar: Map<string, Cookie>, url: string): string {
  const { pathname } = new URL(url);
  const sent = [...jar].filter(([, { path }]) => pathname.startsWith(path));
  return sent.map(([key, { value }]) => `${key.split(' ')[0]}=${value}`).join('; ');
}
