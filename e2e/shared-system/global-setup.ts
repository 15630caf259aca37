import { shareResource } from '@pas/testing/shared-resource';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Answers a GET with the facts of the shared system, which the first one starts, and does the harm of a POST. */
    sharedSystemUrl: string;
  }
}

/**
 * Offers one running system to all test files that want it. The first one that asks starts it: a run of other tests
 * pays nothing for it, and where it can't start, only those fail that need it.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { resource, release } = await shareResource(
    'system',
    async () => (await import('./offer-system.ts')).offerSystem(),
    ({ close }) => close(),
  );
  project.provide('sharedSystemUrl', resource.url);
  return release;
}
