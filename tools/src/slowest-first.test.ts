import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repository } from './generated-file.ts';
import { slowestFiles } from './slowest-first.ts';

test('the slowest files exist', () => {
  expect(slowestFiles.filter((file) => !existsSync(join(repository, file)))).toEqual([]);
});
