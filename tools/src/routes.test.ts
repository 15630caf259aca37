import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const routes = (...args: string[]): string =>
  execFileSync(process.execPath, [join(import.meta.dirname, 'routes.ts'), ...args], { encoding: 'utf8' });

test('a route is found by an address from a log', () => {
  const printed = routes('http://127.0.0.1:8080/api/admin/units/unit_01kb3rt9d5e0p8m6q2v7x4hzjn?limit=1');
  expect(printed).toMatch(/^GET +\/api\/admin\/units\/\{id\} +units:read +\S+units\.routes\.ts:\d+$/m);
});
