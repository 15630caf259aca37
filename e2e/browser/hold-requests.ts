import type { Page, Route } from 'playwright-core';

/** Method and end of the path of matching requests. */
interface RequestMatch {
  method: string;
  /** The end of the path. */
  path: string;
}

/** Requests that a test holds back. */
export interface HeldRequests {
  /** Number of arrived requests. */
  readonly count: number;
  /** Resolves once the first request has arrived. */
  arrived: Promise<void>;
  /** Releases the held requests and all later ones. */
  release: () => void;
}

const isMeant = (route: Route, { method, path }: RequestMatch): boolean => {
  const request = route.request();
  return request.method() === method && new URL(request.url()).pathname.endsWith(path);
};

/** Holds matching requests of the page, so that a test can act meanwhile. */
export async function holdRequests(page: Page, asked: RequestMatch): Promise<HeldRequests> {
  const gate = Promise.withResolvers<void>();
  const first = Promise.withResolvers<void>();
  let count = 0;
  await page.route('**/*', async (route) => {
    if (!isMeant(route, asked)) return route.fallback();
    count += 1;
    first.resolve();
    await gate.promise;
    return route.fallback();
  });
  return {
    get count() {
      return count;
    },
    arrived: first.promise,
    release: gate.resolve,
  };
}

/** Forwards the next matching request, and drops its answer. */
export async function loseAnswer(page: Page, asked: RequestMatch): Promise<void> {
  let isLost = false;
  await page.route('**/*', async (route) => {
    if (isLost || !isMeant(route, asked)) return route.fallback();
    isLost = true;
    await route.fetch();
    return route.abort();
  });
}
