import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { copyFromContext } from './build-context.ts';
import { environmentOf, recipeOf, type Dockerfile } from './dockerfile.ts';

const execute = promisify(execFile);

/** An image that is laid out in a directory, which stands for its `/`. */
export interface LaidOutImage {
  dockerfile: Dockerfile;
  root: string;
}

/** Where a path of an image lies; one that is relative starts at the work directory. */
export function placeIn({ root }: LaidOutImage, path: string): string {
  return path.startsWith('/') ? join(root, path) : join(root, 'app', path);
}

/** The environment that an image sets, its paths where they lie. */
export function environmentIn(image: LaidOutImage): Record<string, string> {
  const settings = Object.entries(environmentOf(image.dockerfile));
  return Object.fromEntries(
    settings.map(([name, value]) => [name, value.startsWith('/') ? placeIn(image, value) : value]),
  );
}

const pathsOf = (text: string): string[] => text.split(/\s+/).filter((word) => !word.startsWith('--'));

async function copy(image: LaidOutImage, text: string): Promise<void> {
  const [, stage] = /^--from=(\S+)/.exec(text) ?? [];
  if (stage !== undefined) return layOut(image, stage);
  const paths = pathsOf(text);
  copyFromContext(paths.slice(0, -1), paths.at(-1) ?? '', placeIn(image, '.'));
}

/** Its packages come from the machine's store, where installing the repository has put them all. */
async function installPackages(image: LaidOutImage, command: string): Promise<void> {
  const [, ...words] = command.replaceAll("'", '').split(/\s+/);
  await execute('pnpm', [...words, '--offline'], { cwd: placeIn(image, '.') });
}

/** Programs are run; directories are made, without their owner; the one pnpm is the machine's own, of the same pin. */
async function run(image: LaidOutImage, text: string): Promise<void> {
  const command = text.replace(/^(--\S+\s+)+/, '');
  if (command.startsWith('pnpm install ')) return installPackages(image, command);
  if (command.startsWith('npm install --global pnpm@')) return;
  if (command.startsWith('install --directory ')) {
    const paths = pathsOf(command).slice(1);
    return paths.forEach((path) => mkdirSync(placeIn(image, path), { recursive: true }));
  }
  if (!command.startsWith('["node", ')) throw new Error(`RUN: needs an engine: ${command}`);
  const [, ...words] = JSON.parse(command) as string[];
  await execute(process.execPath, words, { cwd: placeIn(image, '.'), env: environmentIn(image) });
}

async function layOut(image: LaidOutImage, stage?: string): Promise<void> {
  mkdirSync(placeIn(image, '.'), { recursive: true });
  for (const { keyword, text } of recipeOf(image.dockerfile, stage)) {
    if (keyword === 'COPY') await copy(image, text);
    if (keyword === 'RUN') await run(image, text);
  }
}

/**
 * Lays out in a directory what an image holds, without an engine: the same copies, the same installation and the same
 * runs of Node, read from its Dockerfile.
 *
 * @throws Error where a build would end, and for a `RUN` that can't be done here
 */
export async function makeImage(dockerfile: Dockerfile, root: string): Promise<LaidOutImage> {
  const image = { dockerfile, root };
  await layOut(image);
  return image;
}
