import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readPeople } from './people.ts';

let directory: string;
let file: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sandbox-people-'));
  file = join(directory, 'people.json');
});
afterEach(() => rm(directory, { recursive: true }));

describe('readPeople', () => {
  it('returns no people without a file', async () => {
    expect(await readPeople(undefined)).toEqual({ staff: [], residents: [] });
  });

  it('treats residents as verified unless the file declares otherwise', async () => {
    const residents = [
      { email: 'rosa@maple.test', name: 'Rosa' },
      { email: 'ben@maple.test', name: 'Ben', emailVerified: false },
    ];
    await writeFile(file, JSON.stringify({ residents }));
    const people = await readPeople(file);
    expect(people.residents.map(({ emailVerified }) => emailVerified)).toEqual([true, false]);
  });

  it('names the file and every faulty field, but no password', async () => {
    const staff = [{ email: 'dana', password: 'correct horse', name: '', organizations: [] }];
    await writeFile(file, JSON.stringify({ staff }));
    await expect(readPeople(file)).rejects.toThrow(
      /people\.json is not usable:\n.*staff\.0\.email.*\n.*staff\.0\.name/,
    );
    await expect(readPeople(file)).rejects.not.toThrow(/correct horse/);
  });

  it('refuses invalid JSON without printing it', async () => {
    await writeFile(file, '{ "password": "correct horse"');
    await expect(readPeople(file)).rejects.toThrow(/people\.json is not JSON\.$/);
  });
});
