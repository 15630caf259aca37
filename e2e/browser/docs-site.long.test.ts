import { describe, expect, test } from 'vitest';
import { docsPages, findFlaws, openDocs, flawless } from './docs-pages.ts';
import { hasNoBrowser, useBrowser } from './use-browser.ts';

const screens = [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 1280 },
  { colorScheme: 'light', width: 375 },
  { colorScheme: 'dark', width: 375 },
] as const;

describe.skipIf(hasNoBrowser)('every page of the documentation site', () => {
  const fixture = useBrowser();

  test.each(screens)(
    'has one heading, no barriers and no horizontal scroll in the $colorScheme scheme at $width pixels',
    async ({ colorScheme, width }) => {
      const page = await fixture.open({ colorScheme, viewport: { width, height: 720 } });
      const paths = docsPages();
      expect(paths.length).toBeGreaterThan(30);
      for (const path of paths) {
        await openDocs(page, `${fixture.system.local.gatewayUrl}${path}`);
        expect(await findFlaws(page, fixture)).toEqual(flawless(path));
      }
    },
    600_000,
  );

  test('an operation of the reference opens in the viewer', async () => {
    const page = await fixture.open({ viewport: { width: 1280, height: 720 } });
    await openDocs(page, `${fixture.system.local.gatewayUrl}/docs/reference/admin`);
    await page.getByRole('link', { name: 'Create a property', exact: true }).click();
    const operation = page.locator('#operations-Properties-createProperty .opblock-body');
    await operation.waitFor({ timeout: 200_000 });
    expect(new URL(page.url()).pathname).toBe('/docs/api');
  });
});
