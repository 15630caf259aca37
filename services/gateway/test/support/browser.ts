import { call, type Answer, type CallOptions } from './http-call.ts';

/** A browser with one cookie jar for all ports of 127.0.0.1. */
export interface Browser {
  cookies: Map<string, string>;
  /** Sends a request with the cookies of the jar, and stores those of the answer. */
  send(url: string, options?: CallOptions): Promise<Answer>;
  /** Follows redirects until an answer is no redirect, or leads to a URL that `until` accepts. */
  follow(url: string, until?: (url: string) => boolean): Promise<{ url: string; answer: Answer | null }>;
}

/** Starts a browser without cookies. */
export function newBrowser(): Browser {
  const cookies = new Map<string, string>();
  const browser: Browser = {
    cookies,
    async send(url, { headers = {}, ...options } = {}) {
      const { port, pathname, search } = new URL(url);
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const answer = await call(Number(port), `${pathname}${search}`, {
        ...options,
        headers: { ...(cookie && { cookie }), ...headers },
      });
      for (const line of answer.headers['set-cookie'] ?? []) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (value === '' || /max-age=0|expires=thu, 01 jan 1970/i.test(line)) cookies.delete(name);
        else cookies.set(name, value);
      }
      return answer;
    },
    async follow(start, until = () => false) {
      let url = start;
      for (let hops = 0; hops < 10; hops += 1) {
        if (until(url)) return { url, answer: null };
        const answer = await browser.send(url);
        const { location } = answer.headers;
        if (location === undefined) return { url, answer };
        url = new URL(location, url).href;
      }
      throw new Error(`redirected too often, last to ${url}`);
    },
  };
  return browser;
}
