import type { Reader } from './reader.ts';

/** What is wrong with a page once it is loaded: barriers, messages of the browser's console, sideways scrolling. */
export async function findFaults(reader: Reader): Promise<string[]> {
  const { page, complaints } = reader;
  await page.locator('h1').first().waitFor();
  const loading = page.getByLabel('Loading', { exact: true });
  while ((await loading.count()) > 0) await loading.first().waitFor({ state: 'detached' });
  const barriers = await reader.findBarriers();
  const overhang = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'));
  const wide = overhang > 0 ? [`${overhang} pixels too wide`] : [];
  return [...barriers, ...complaints, ...wide];
}
