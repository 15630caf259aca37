import type { Reader } from './reader.ts';

const isLoaded = 'document.querySelector("h1") && !document.querySelector("[aria-label=Loading]")';

/** What is wrong with a page once it is loaded: barriers, messages of the browser's console, sideways scrolling. */
export async function findFaults(reader: Reader): Promise<string[]> {
  const { page, complaints } = reader;
  await page.waitForFunction(isLoaded);
  const overhang = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'));
  const wide = overhang > 0 ? [`${overhang} pixels too wide`] : [];
  return [...(await reader.findBarriers()), ...complaints, ...wide];
}
