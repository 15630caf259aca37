import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { control, core } from '@pas/platform/mongo/connections';
import './apply-all-indexes.ts';

const source = join(import.meta.dirname, '../../..');

function declaredCollections(): string[] {
  const files = ['platform', 'shared']
    .flatMap((library) =>
      readdirSync(join(source, library, 'src'), { recursive: true, encoding: 'utf8' }).map((file) =>
        join(library, 'src', file),
      ),
    )
    .filter((file) => /(?<!\.test)\.ts$/.test(file));
  const names = files.flatMap((file) => [
    ...readFileSync(join(source, file), 'utf8').matchAll(/^\s*collection: '([a-z_]+)',$/gm),
  ]);
  return names.map(([, name = '']) => name);
}

describe('applyAllIndexes', () => {
  test('knows every collection that is declared', () => {
    const known = [core, control].flatMap(({ models }) => Object.values(models));
    const collections = new Set(known.map((model) => model.collection.name));
    expect([...collections].toSorted()).toEqual([...new Set(declaredCollections())].toSorted());
  });
});
