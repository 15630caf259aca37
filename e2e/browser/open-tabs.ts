import type { Page } from 'playwright-core';

/** Waits until nothing of the page is being loaded. */
export async function settle(page: Page): Promise<void> {
  const loading = page.getByLabel('Loading', { exact: true });
  while ((await loading.count()) > 0) await loading.first().waitFor({ state: 'detached' });
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
