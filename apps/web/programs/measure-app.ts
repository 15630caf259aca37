import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { builtDir, type AppName } from './app-options.ts';

interface Chunk {
  file: string;
  isDynamicEntry?: boolean;
  imports?: string[];
  css?: string[];
  /** Fonts and images. */
  assets?: string[];
}

/** Sizes of an application, in bytes after gzip. */
export interface AppSizes {
  /** All files that the page needs before it shows anything. */
  firstLoad: number;
  /** Additional bytes of each part that is loaded on demand, by its key in the manifest or its file. */
  lazy: Record<string, number>;
}

type Manifest = Record<string, Chunk>;

/** The files of a chunk and of all that it imports. */
function filesOf(manifest: Manifest, key: string, seen = new Set<string>()): Set<string> {
  if (seen.has(key)) return new Set();
  seen.add(key);
  const { file, css = [], assets = [], imports = [] } = manifest[key] ?? { file: '' };
  return new Set([file, ...css, ...assets, ...imports.flatMap((next) => [...filesOf(manifest, next, seen)])]);
}

/** Measures a built application by the manifest of its build. */
export async function measureApp(app: AppName): Promise<AppSizes> {
  const directory = builtDir(app);
  const manifest = JSON.parse(await readFile(join(directory, '.vite/manifest.json'), 'utf8')) as Manifest;
  const sizeOf = async (files: Iterable<string>): Promise<number> => {
    const sizes = [...files].map(async (file) => {
      const bytes = await promisify(gzip)(await readFile(join(directory, file)), { level: 9 });
      return bytes.length;
    });
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  };
  const keys = Object.keys(manifest);
  const page = await readFile(join(directory, 'index.html'), 'utf8');
  // The worker is an entry too, but not part of the page.
  const entry = keys.find((key) => key.endsWith('index.html'));
  if (entry === undefined) throw new Error(`${app} has no entry`);
  const all = filesOf(manifest, entry);
  // A font that the page does not preload is loaded for the characters of its range alone.
  const onDemand = [...all].filter((file) => file.endsWith('.woff2') && !page.includes(file));
  const first = all.difference(new Set(onDemand));
  const lazyKeys = keys.filter((key) => manifest[key]?.isDynamicEntry);
  const lazy = lazyKeys.map(
    async (key) => [key, await sizeOf(filesOf(manifest, key).difference(all))] as const,
  );
  const fonts = onDemand.map(async (file) => [file, await sizeOf([file])] as const);
  return { firstLoad: await sizeOf(first), lazy: Object.fromEntries(await Promise.all([...lazy, ...fonts])) };
}
