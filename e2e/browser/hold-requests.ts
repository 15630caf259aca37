import type { Page, Route } from 'playwright-core';

/** Which requests are meant. */
interface Asked {
  method: string;
  /** What the path ends with. */
  path: string;
}

/** What has become of requests. */
export interface HeldRequests {
  /** How many have come. */
  readonly count: number;
  /** Waits until one has come. */
  arrived: Promise<void>;
  /** Lets those that wait go on, and all that come later. */
  release: () => void;
}

const isMeant = (route: Route, { method, path }: Asked): boolean => {
  const request = route.request();
  return request.method() === method && new URL(request.url()).pathname.endsWith(path);
};

/** Has requests of the page wait, so that a test can do something while they are under way. */
export async function holdRequests(page: Page, asked: Asked): Promise<HeldRequests> {
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

/** Has the service do what the next such request asks for, and loses its answer on the way. */
export async function loseAnswer(page: Page, asked: Asked): Promise<void> {
  let isLost = false;
  await page.route('**/*', async (route) => {
    if (isLost || !isMeant(route, asked)) return route.fallback();
    isLost = true;
    await route.fetch();
    return route.abort();
  });
}
