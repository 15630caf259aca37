import { auditPage, formatFindings, type AuditedPage } from '@pas/testing/browser/audit-page';
import { runChromium, type RunningBrowser } from '@pas/testing/browser/run-chromium';
import { enterConsole, enterPortal } from '@pas/testing/browser/sign-in';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { password } from '../client/resident.ts';
import { fillHouse, roughTexts, type House } from './house/fill-house.ts';
import { chromiumPath, hasNoBrowser, useBrowser } from './use-browser.ts';

describe.skipIf(hasNoBrowser)('Lighthouse finds nothing in accessibility and best practices', () => {
  const fixture = useBrowser();
  let house: House;
  let browser: RunningBrowser | undefined;

  beforeAll(async () => {
    const { apiKey: key, secondTenantApiKey: otherKey, ...local } = fixture.system.local;
    const { consoleUrl, residentUrl, staff } = local;
    house = await fillHouse(fixture, roughTexts, { key, owner: staff.email, otherKey });
    browser = await runChromium(chromiumPath ?? '');
    await browser.steer(async (page) => {
      await enterConsole(page, { ...staff, url: consoleUrl });
      await enterPortal(page, { email: house.email, password, url: residentUrl });
    });
  });
  afterAll(async () => {
    browser?.stop();
    await house.restore();
  });

  async function audit(page: Omit<AuditedPage, 'name'>): Promise<string[]> {
    const port = browser?.port ?? 0;
    const { findings } = await auditPage({ name: page.url, ...page }, { port, hasPerformance: false });
    return formatFindings(findings);
  }

  test('on Today', async () => {
    expect(await audit({ url: fixture.system.local.consoleUrl, device: 'desk' })).toEqual([]);
  });

  test('on the home of the portal', async () => {
    expect(await audit({ url: fixture.system.local.residentUrl, device: 'phone' })).toEqual([]);
  });

  test('on the page of an invite', async () => {
    expect(await audit({ url: house.joinUrl, device: 'phone' })).toEqual([]);
  });

  test('on the page of a pass', async () => {
    expect(await audit({ url: house.passUrl, device: 'phone' })).toEqual([]);
  });
});
