import { expect, test } from 'vitest';
import { ownFolderOf, partOf } from './parts.ts';

test.each([
  ['file:///pas/services/admin/src/main.ts', 'own code'],
  [
    'file:///pas/node_modules/.pnpm/mongodb@7.0.0/node_modules/mongodb/lib/cmap/connection.js',
    'MongoDB driver',
  ],
  ['file:///pas/node_modules/.pnpm/x/node_modules/@opentelemetry/api/build/trace.js', 'tracing'],
  ['file:///pas/libs/platform/src/trace/spans.ts', 'tracing'],
  ['file:///pas/node_modules/.pnpm/x/node_modules/jose/dist/index.js', 'other packages'],
  ['node:net', 'Node'],
  ['', 'native code'],
])('a profile counts the time in %s as %s', (url, part) => {
  expect(partOf({ functionName: 'read', url })).toBe(part);
});

test('a profile leaves out the time without work', () => {
  expect(partOf({ functionName: '(idle)', url: '' })).toBeNull();
});

test.each([
  ['file:///pas/services/gateway/src/auth/callers.ts', 'gateway/auth'],
  ['file:///pas/services/gateway/src/edge.ts', 'gateway/edge'],
  ['file:///pas/node_modules/.pnpm/x/node_modules/y/libs/z/src/a.js', undefined],
  ['node:net', undefined],
])('the own folder of %s is %s', (url, folder) => {
  expect(ownFolderOf({ functionName: 'read', url })).toBe(folder);
});
