import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { patienceMs } from '@pas/testing/wait-until';
import type { LocalFile } from '@pas/tools/local-system/local-file';
import {
  hashSources,
  maxPictureBytes,
  picturesDirectory,
  recordFile,
  type PictureRecord,
} from '@pas/tools/pictures/picture-record';
import type { Browser } from 'playwright-core';
import { findChromium } from '../browser/find-chromium.ts';
import { takeBrowser } from '../browser/reader.ts';
import { startCluster } from '../start-cluster.ts';
import { consolePictures } from './console-pictures.ts';
import type { Picture } from './picture.ts';
import { portalPictures } from './portal-pictures.ts';

const usage = `Takes the pictures of README and docs from the demo data.

  pnpm pictures                 on its own system
  pnpm pictures --data .data    on the system of that data directory

  --only NAME                   only pictures whose file begins with NAME`;

const pictures: readonly Picture[] = [...portalPictures, ...consolePictures];

/** Takes one picture. @throws Error for a picture that is too large for the repository */
async function take(browser: Browser, local: LocalFile, { file, sources, window, show }: Picture) {
  const context = await browser.newContext(window);
  const page = await context.newPage();
  page.setDefaultTimeout(patienceMs);
  await show(page, local);
  const bytes = await page.screenshot({ animations: 'disabled' });
  await context.close();
  if (bytes.length > maxPictureBytes) throw new Error(`${file} has ${bytes.length} bytes.`);
  await writeFile(join(picturesDirectory, file), bytes);
  console.log(`${file}  ${Math.ceil(bytes.length / 1000)} kB`);
  return { file, sources, hash: hashSources(sources) };
}

/** Updates the records of the taken pictures, and keeps the others. */
async function record(taken: readonly PictureRecord[]): Promise<void> {
  const before = JSON.parse(await readFile(recordFile, 'utf8').catch(() => '[]')) as PictureRecord[];
  const wanted = new Map([...before, ...taken].map((each) => [each.file, each]));
  const kept = pictures.flatMap(({ file }) => wanted.get(file) ?? []);
  await writeFile(recordFile, `${JSON.stringify(kept, null, 2)}\n`);
}

async function findSystem(
  data: string | undefined,
): Promise<{ local: LocalFile; stop: () => Promise<void> }> {
  if (data === undefined) {
    const cluster = await startCluster({ hasDemo: true });
    return { local: cluster.local, stop: () => cluster.stop() };
  }
  const local = JSON.parse(await readFile(join(data, 'local.json'), 'utf8')) as LocalFile;
  return { local, stop: () => Promise.resolve() };
}

const { values } = parseArgs({
  options: { data: { type: 'string' }, only: { type: 'string' }, help: { type: 'boolean' } },
});
const chromium = findChromium();
if (values.help === true || chromium === null) {
  console.log(usage);
  process.exit(values.help === true ? 0 : 1);
}
const { local, stop } = await findSystem(values.data);
const browser = await takeBrowser(chromium);
try {
  await mkdir(picturesDirectory, { recursive: true });
  const taken: PictureRecord[] = [];
  const wanted = pictures.filter(({ file }) => file.startsWith(values.only ?? ''));
  for (const picture of wanted) taken.push(await take(browser, local, picture));
  await record(taken);
} finally {
  await browser.close();
  await stop();
}
