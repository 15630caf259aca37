import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { placeIn, type LaidOutImage } from '../../src/images/make-image.ts';

interface Manifest {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

/** What installing and compiling put there. */
const derived = ['node_modules', '.compile-cache'];

function filesBelow(directory: string): string[] {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const path = join(directory, entry.name);
    if (!entry.isDirectory()) return [path];
    return derived.includes(entry.name) ? [] : filesBelow(path);
  });
}

/** The files of an image that come from the repository, from its work directory. */
export function ownFilesOf(image: LaidOutImage): string[] {
  const workDirectory = placeIn(image, '.');
  return filesBelow(workDirectory).map((path) => relative(workDirectory, path));
}

/** The packages that an image's own packages can import although they say that only their development needs them. */
export function developmentPackagesOf(image: LaidOutImage): string[] {
  const manifests = ownFilesOf(image).filter((path) => path.endsWith('package.json'));
  return manifests.flatMap((path) => {
    const file = placeIn(image, path);
    const { dependencies = {}, devDependencies = {} } = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
    return Object.keys(devDependencies).filter(
      (name) => !(name in dependencies) && existsSync(join(dirname(file), 'node_modules', name)),
    );
  });
}
