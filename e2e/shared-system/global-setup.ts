import { shareResource } from '@pas/testing/shared-resource';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * The address of the shared system's server. A GET returns its facts, the first one also starts it. A
     * POST harms it.
     */
    sharedSystemUrl: string;
  }
}

/**
 * Offers one system to all test files. It starts with the first request, so that runs of other tests do not
 * pay for it. A failed start fails only the tests that need it.
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
