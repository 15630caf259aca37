import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { declaredCollections } from '@pas/platform/mongo/define-model';
import './all-models.ts';

describe('all-models', () => {
  test('imports every file of the folder that declares a model', () => {
    const files = readdirSync(import.meta.dirname).filter((file) => !file.endsWith('.test.ts'));
    const declaring = files.filter((file) => contentOf(file).includes('defineModel'));
    const imported = contentOf('all-models.ts');
    expect(declaring.filter((file) => !imported.includes(`'./${file}'`))).toEqual([]);
  });

  test('no two models write one collection of a database', () => {
    const places = declaredCollections().map(({ name, database }) => `${database}.${name}`);
    expect(new Set(places).size).toBe(places.length);
  });

  function contentOf(file: string): string {
    return readFileSync(`${import.meta.dirname}/${file}`, 'utf8');
  }
});
