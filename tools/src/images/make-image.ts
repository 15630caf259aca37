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

/** Directories are made, without their owner; the one pnpm is the machine's own, of the same pin. */
async function run(image: LaidOutImage, text: string): Promise<void> {
  const command = text.replace(/^(--\S+\s+)+/, '');
  if (command.startsWith('["node", ') || command.startsWith('npm install --global pnpm@')) return;
  if (command.startsWith('pnpm install ')) return installPackages(image, command);
  if (!command.startsWith('install --directory ')) throw new Error(`RUN: needs an engine: ${command}`);
  for (const path of pathsOf(command).slice(1)) mkdirSync(placeIn(image, path), { recursive: true });
}

async function layOut(image: LaidOutImage, stage?: string): Promise<void> {
  mkdirSync(placeIn(image, '.'), { recursive: true });
  for (const { keyword, text } of recipeOf(image.dockerfile, stage)) {
    if (keyword === 'COPY') await copy(image, text);
    if (keyword === 'RUN') await run(image, text);
  }
}

/**
 * Lays out in a directory what an image holds, without an engine: the same copies and the same installation, read from
 * its Dockerfile. What the build runs with Node adds nothing but its compile cache, and is left out.
 *
 * @throws Error where a build would end, and for a `RUN` that can't be done here
 */
export async function makeImage(dockerfile: Dockerfile, root: string): Promise<LaidOutImage> {
  const image = { dockerfile, root };
  await layOut(image);
  return image;
}
