import { growthMiB, maxGrowthMiB } from '@pas/testing/hostile/measure-cost';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { patchFields, TimeZone } from './entity.schema.ts';

/** Returns a name with capitals at the set bits of a number. */
const spell = (name: string, bits: number): string =>
  Array.from(name)
    .map((letter, at) => ((bits >> (at % 30)) & 1 ? letter.toUpperCase() : letter.toLowerCase()))
    .join('');

describe('a time zone', () => {
  test('in thousands of spellings uses no memory', () => {
    const parse = (): void => {
      for (let bits = 0; bits < 5000; bits += 1)
        TimeZone.safeParse(spell('America/Argentina/Buenos_Aires', bits * 7919));
    };
    expect(TimeZone.parse(spell('America/Argentina/Buenos_Aires', 7919))).toBe(
      'America/Argentina/Buenos_Aires',
    );
    expect(growthMiB(parse)).toBeLessThan(maxGrowthMiB);
  });

  test('is not searched in a text above the maximum length', () => {
    const { error } = TimeZone.safeParse('x'.repeat(65));
    expect(error?.issues.map(({ code }) => code)).toEqual(['too_big']);
  });
});

test('a patch has the fields of a creation without their defaults', () => {
  const Patch = z.object(
    patchFields({
      name: z.string(),
      floor: z.string().nullable().default(null),
      size: z.int().default(1).optional(),
    }),
  );
  expect(Patch.parse({})).toEqual({});
  expect(Patch.parse({ name: '4B', floor: null })).toEqual({ name: '4B', floor: null });
  expect(Patch.safeParse({ name: null, size: 'x' }).error?.issues).toHaveLength(2);
});
