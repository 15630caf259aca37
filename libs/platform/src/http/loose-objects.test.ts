import { expect, test } from 'vitest';
import { z } from 'zod';
import { looseObjects } from './loose-objects.ts';

const loose = z.object({ a: z.string() });
const strict = z.strictObject({ a: z.string() });

test('an object that accepts unknown fields is named, at any depth', () => {
  const body = z.object({
    plain: loose,
    open: z.looseObject({}),
    optional: loose.optional(),
    nullable: loose.nullable().optional(),
    preset: loose.default({ a: 'x' }),
    refined: loose.refine(() => true),
    changed: loose.transform(({ a }) => a),
    list: z.array(loose).max(3),
    record: z.record(z.string(), loose),
    either: z.union([strict, loose]),
    deep: z.strictObject({ inner: loose }),
  });
  expect(looseObjects(body)).toEqual([
    'plain',
    'open',
    'optional',
    'nullable',
    'preset',
    'refined',
    'changed',
    'list.[]',
    'record.{}',
    'either',
    'deep.inner',
  ]);
});

test('a body of strict objects and values has none, and the body itself is ignored', () => {
  const body = z.object({ a: strict.optional(), b: z.array(strict), c: z.enum(['x']), d: z.unknown() });
  expect(looseObjects(body)).toEqual([]);
});
