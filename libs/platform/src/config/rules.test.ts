import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { HttpUrl, HttpUrls, Pem, ProviderSecret, SafeText } from './fields.ts';
import { productionField, ruleOf, safeField } from './rules.ts';

describe('ruleOf', () => {
  test.each<[string, z.ZodType]>([
    ['described', HttpUrl.describe('An address.')],
    ['optional', HttpUrl.optional()],
    ['with a preset', HttpUrls.default([])],
    ['made narrower', ProviderSecret.min(9)],
    ['read further', Pem.transform((pem) => pem.length)],
  ])('finds the rule of a field that is %s', (_what, field) => {
    expect(ruleOf(field)?.demand).toEqual(expect.any(String));
  });

  test('demands nothing of numbers, enums and fields that are declared safe', () => {
    for (const field of [z.coerce.number().default(1), z.enum(['a', 'b']), SafeText]) {
      expect(ruleOf(field)?.demand).toBeNull();
    }
  });

  test('keeps separate rules for two fields that are made from one schema', () => {
    const text = z.string();
    const [one, two] = [safeField(text), productionField(text, { demand: 'two', findFaults: () => [] })];
    expect([ruleOf(one)?.demand, ruleOf(two)?.demand, ruleOf(text)]).toEqual([null, 'two', undefined]);
  });

  test('finds no rule for a text without a declared demand', () => {
    expect(ruleOf(z.string().optional())).toBeUndefined();
  });
});
