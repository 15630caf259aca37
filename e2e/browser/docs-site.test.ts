import { describe, expect, test } from 'vitest';
import { findFlaws, openDocs, flawless } from './docs-pages.ts';
import { hasNoBrowser, useBrowser } from './use-browser.ts';

describe.skipIf(hasNoBrowser)('the documentation site', () => {
  const fixture = useBrowser();

  test('finds a guide by a word of its text, and has no barriers on a phone in the dark scheme', async () => {
    const page = await fixture.open({ colorScheme: 'dark', viewport: { width: 375, height: 720 } });
    await openDocs(page, `${fixture.system.local.gatewayUrl}/docs`);
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('searchbox').fill('idempotency-replayed');
    await page.getByRole('option').first().click();
    await page.waitForURL(/\/docs\/integrators\/idempotency/);
    await page.getByRole('heading', { level: 1, name: 'Idempotency' }).waitFor();
    expect(await findFlaws(page, fixture)).toEqual(flawless('/docs/integrators/idempotency'));
  });
});
