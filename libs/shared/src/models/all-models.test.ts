import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { control, core } from '../mongo/connections.ts';
import './all-models.ts';
import { ownership } from './ownership.ts';

describe('all-models', () => {
  test('imports every file of the folder that declares a model', () => {
    const files = readdirSync(import.meta.dirname).filter((file) => !file.endsWith('.test.ts'));
    const declaring = files.filter((file) => contentOf(file).includes('defineModel'));
    const imported = contentOf('all-models.ts');
    expect(declaring.filter((file) => !imported.includes(`'./${file}'`))).toEqual([]);
  });

  test('every collection has its owners, in the database that it is in', () => {
    const declared = [core, control].flatMap((connection) =>
      Object.values(connection.models).map(({ collection }) => ({
        name: collection.name,
        database: connection === core ? 'core' : 'control',
      })),
    );
    const owned = Object.entries(ownership).map(([name, { database }]) => ({ name, database }));
    // Both databases have an outbox, and the table names it once.
    expect(declared.filter(({ name }) => name !== 'outbox').toSorted(byName)).toEqual(
      owned.filter(({ name }) => name !== 'outbox').toSorted(byName),
    );
  });

  interface Named {
    name: string;
  }

  function byName(one: Named, other: Named): number {
    return one.name.localeCompare(other.name);
  }

  function contentOf(file: string): string {
    return readFileSync(`${import.meta.dirname}/${file}`, 'utf8');
  }
});
