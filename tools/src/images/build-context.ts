import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { repository } from '../generated-file.ts';

/** The patterns of .dockerignore, in their order: the last one that matches a path decides. */
function ignorePatterns(): string[] {
  const lines = readFileSync(join(repository, '.dockerignore'), 'utf8').split('\n');
  return lines.filter((line) => line !== '' && !line.startsWith('#'));
}

/** Whether a pattern covers a path, itself or by a directory above; dots are letters like others. */
function covers(pattern: string, path: string): boolean {
  const source = pattern
    .replaceAll('.', String.raw`\.`)
    .replaceAll('**/', '(?:.+/)?')
    .replaceAll('*', '[^/]*');
  return new RegExp(`^${source}(?:/|$)`).test(path);
}

/** Whether the engine sends a path of the repository to a build at all. */
export function isInContext(path: string): boolean {
  const last = ignorePatterns().findLast((pattern) => covers(pattern.replace(/^!/, ''), path));
  return last?.startsWith('!') ?? true;
}

/**
 * Does what `COPY` does with sources from the build context.
 *
 * @throws Error when a source is missing or kept out by .dockerignore, as a build would
 */
export function copyFromContext(sources: readonly string[], target: string, image: string): void {
  for (const source of sources) {
    if (!existsSync(join(repository, source)) || !isInContext(source)) throw new Error(`COPY: no ${source}`);
    const destination = target.endsWith('/') ? join(image, target, basename(source)) : join(image, target);
    mkdirSync(dirname(destination), { recursive: true });
    cpSync(join(repository, source), destination, {
      recursive: true,
      filter: (from) => isInContext(relative(repository, from)),
    });
  }
}
