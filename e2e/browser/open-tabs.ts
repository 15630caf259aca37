import type { Page } from 'playwright-core';

/**
 * Waits until the page has loaded and each dialog has its name. A dialog gets its name one frame after it
 * opens.
 */
export async function settle(page: Page): Promise<void> {
  const loading = page.getByLabel('Loading', { exact: true });
  while ((await loading.count()) > 0) await loading.first().waitFor({ state: 'detached' });
  const nameless = page.locator('[role="dialog"]:not([aria-label]):not([aria-labelledby])');
  await nameless.first().waitFor({ state: 'detached' });
}

/** Opens all tabs of the open drawer in turn, and calls `visit` for each. */
export async function openTabs(page: Page, visit: (tab: string) => Promise<void>): Promise<void> {
  const tabs = page.getByRole('dialog').getByRole('tab');
  for (let index = 0; index < (await tabs.count()); index += 1) {
    await tabs.nth(index).click();
    await settle(page);
    await visit((await tabs.nth(index).textContent()) ?? '');
  }
}
