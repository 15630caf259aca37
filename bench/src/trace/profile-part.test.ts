import { expect, test } from 'vitest';
import { partOf, shareOfParts } from './profile-part.ts';

test.each([
  ['', '(garbage collector)', '(garbage collector)'],
  ['node:internal/streams/writable', 'write', 'node'],
  ['file:///r/node_modules/.pnpm/bson@7.0.0/node_modules/bson/lib/bson.mjs', 'serialize', 'bson'],
  [
    'file:///r/node_modules/.pnpm/@node-rs+argon2@2/node_modules/@node-rs/argon2/index.js',
    'hash',
    '@node-rs/argon2',
  ],
  ['file:///r/services/admin/src/app.ts', 'createAdminApp', 'services/admin'],
  ['file:///r/tools/src/routes.ts', 'print', 'other'],
])('a frame of %s is part of its program', (url, functionName, part) => {
  expect(partOf({ url, functionName })).toBe(part);
});

test('shares are those of the time that the program was busy', () => {
  const nodes = [
    { id: 1, callFrame: { functionName: '(idle)', url: '' } },
    { id: 2, callFrame: { functionName: 'write', url: 'node:net' } },
    { id: 3, callFrame: { functionName: 'run', url: 'file:///r/libs/shared/src/a.ts' } },
  ];
  const profile = { nodes, samples: [1, 2, 3, 2], timeDeltas: [900, 40, 25, 35] };
  expect(shareOfParts(profile)).toEqual([
    ['node', 0.75],
    ['libs/shared', 0.25],
  ]);
});
