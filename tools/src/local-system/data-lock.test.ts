import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { lockDataDirectory } from './data-lock.ts';

describe('lockDataDirectory', () => {
  let dir: string;
  let file: string;

  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'property-access-'));
    file = join(dir, 'lock.json');
  });
  afterEach(() => rmSync(dir, { recursive: true, force: true }));

  test('refuses a second system while the first runs, and says what to do', () => {
    const unlock = lockDataDirectory(dir, file);
    expect(() => lockDataDirectory(dir, file)).toThrow(/runs on .* already \(process \d+\)[^]*--data/);
    unlock();
    expect(existsSync(file)).toBe(false);
    lockDataDirectory(dir, file);
  });

  test.each([
    ['a process that is gone', JSON.stringify({ pid: 2 ** 22, identity: 'gone' })],
    [
      'another process with the id of the one that is gone',
      JSON.stringify({ pid: process.pid, identity: '1 x' }),
    ],
    ['half a file', '{ "pid": '],
  ])('takes over the lock of %s', (_case, content) => {
    writeFileSync(file, content);
    lockDataDirectory(dir, file);
    expect(() => lockDataDirectory(dir, file)).toThrow('already');
  });
});
