import type { Page } from 'playwright-core';

/** Waits until the page loads nothing more, and until each dialog has its name: a dialog gets it one frame after it opens. */
export async function settle(page: Page): Promise<void> {
  const loading = page.getByLabel('Loading', { exact: true });
  while ((await loading.count()) > 0) await loading.first().waitFor({ state: 'detached' });
  const nameless = page.locator('[role="dialog"]:not([aria-label]):not([aria-labelledby])');
  await nameless.first().waitFor({ state: 'detached' });
}

/** Opens every tab of the drawer that the page has open, one after the other, and looks at each. */
export async function openTabs(page: Page, look: (tab: string) => Promise<void>): Promise<void> {
  const tabs = page.getByRole('dialog').getByRole('tab');
  for (let index = 0; index < (await tabs.count()); index += 1) {
    await tabs.nth(index).click();
    await settle(page);
    await look((await tabs.nth(index).textContent()) ?? '');
  }
}
