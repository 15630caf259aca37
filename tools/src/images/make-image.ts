import { execFileSync } from 'node:child_process';
import { readStages, recipeOf } from './dockerfile.ts';
import { copyFromContext } from './build-context.ts';

const words = (text: string): string[] => text.split(/\s+/).filter((word) => !word.startsWith('--'));

/** Runs the Dockerfile's own `pnpm install`; its packages come from the machine's store wherever they are in it. */
function installPackages(text: string, directory: string): void {
  const command = /pnpm install (?<options>.*)$/.exec(text)?.groups?.['options'];
  if (command === undefined) return;
  const options = command.replaceAll("'", '').split(/\s+/);
  execFileSync('pnpm', ['install', ...options, '--prefer-offline'], { cwd: directory, stdio: 'pipe' });
}

/**
 * Lays out in a directory what the image of a target holds below its work directory, without an engine: the same
 * copies and the same installation, read from the Dockerfile.
 */
export function makeImage(target: string, directory: string): void {
  const stages = readStages();
  const copy = (text: string): void => {
    const paths = words(text);
    copyFromContext(paths.slice(0, -1), paths.at(-1) ?? '', directory);
  };
  for (const { keyword, text } of recipeOf(stages, target)) {
    const [, stage] = /^--from=(\S+)/.exec(text) ?? [];
    if (keyword === 'COPY' && stage === undefined) copy(text);
    if (keyword === 'COPY' && stage !== undefined) makeImage(stage, directory);
    if (keyword === 'RUN') installPackages(text, directory);
  }
}
