import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  hashSources,
  maxPictureBytes,
  picturesDirectory,
  recordFile,
  type PictureRecord,
} from './picture-record.ts';

const records = JSON.parse(readFileSync(recordFile, 'utf8')) as PictureRecord[];

test('every picture has a record, and is small', () => {
  const files = readdirSync(picturesDirectory).filter((name) => name.endsWith('.png'));
  expect(records.map(({ file }) => file).toSorted()).toEqual(files.toSorted());
  expect(records.length).toBeGreaterThan(1);
  for (const { file } of records) {
    expect(statSync(join(picturesDirectory, file)).size).toBeLessThanOrEqual(maxPictureBytes);
  }
});

// `pnpm pictures` renews the pictures.
test.each(records)('$file was taken from the present sources', ({ sources, hash }) => {
  expect(hashSources(sources)).toBe(hash);
});

test('README shows every picture', () => {
  const shown = ['README.md', 'docs/architecture.md'].map((path) =>
    readFileSync(join(picturesDirectory, '../..', path), 'utf8'),
  );
  for (const { file } of records) expect(shown.join('\n')).toContain(`pictures/${file}`);
});
