import { formBodies } from '@pas/testing/hostile/form-bodies';
import { jsonBodies } from '@pas/testing/hostile/json-bodies';
import { maxProcessorMs, measureCost } from '@pas/testing/hostile/measure-cost';
import { describe, expect, test } from 'vitest';
import { parseForm, parseJson } from './parse-body.ts';

const maxValues = 20_000;
const read = (text: string): unknown => parseJson(Buffer.from(text), maxValues);

describe('JSON', () => {
  test.each(Object.entries(jsonBodies))('%s: read or refused within the time limit', (_name, make) => {
    const bytes = make();
    const { processorMs, status } = measureCost(() => parseJson(bytes, maxValues));
    expect([200, 400, 413]).toContain(status);
    expect(processorMs).toBeLessThan(maxProcessorMs);
  });

  test('may have as many values as the route accepts', () => {
    const values = (count: number): string => `[${Array.from({ length: count - 1 }, () => '0').join(',')}]`;
    expect(read(values(maxValues - 1))).toHaveLength(maxValues - 2);
    expect(() => read(values(maxValues + 1))).toThrow('The body has more than 20000 values.');
  });

  test('counts no comma and no bracket within a string', () => {
    const text = `${',[{'.repeat(maxValues)}\\"${',[{'.repeat(maxValues)}\\\\`;
    expect(read(`{"a":"${text}","b":[]}`)).toMatchObject({ b: [] });
  });

  test('is nested 64 levels deep at most', () => {
    const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
    expect(JSON.stringify(read(nested(64)))).toBe(nested(64));
    expect(() => read(nested(65))).toThrow('The body has more than 64 levels.');
    expect(read(`[${'[],'.repeat(1000)}[]]`)).toHaveLength(1001);
  });

  test.each([
    ['an unpaired high surrogate', String.raw`"\ud83d"`],
    ['an unpaired low surrogate', String.raw`"\ude00"`],
    ['two high surrogates and a low one', String.raw`"\ud83d\ud83d\ude00"`],
    ['a high surrogate and two low ones', String.raw`"\ud83d\ude00\uDE00"`],
    ['surrogates with a backslash between them', String.raw`"\ud83d\\\ude00"`],
    ['a surrogate in a name', String.raw`{"\ud83d":1}`],
    ['a high surrogate before a whole character', String.raw`"\ud83d😀"`],
  ])('is refused with %s', (_name, text) => {
    expect(() => read(text)).toThrow('The body has half of a surrogate pair.');
  });

  test.each([
    ['a pair', String.raw`"\ud83d\uDE00"`, '\u{1f600}'],
    ['an escaped backslash before letters', String.raw`"\\ud83d"`, String.raw`\ud83d`],
    ['a backslash before a pair', String.raw`"\\\ud83d\ude00"`, '\\\u{1f600}'],
    ['the last character before the surrogates', String.raw`"\ud7ff"`, '\ud7ff'],
  ])('may have %s', (_name, text, value) => {
    expect(read(text)).toBe(value);
  });
});

describe('a name in JSON', () => {
  test.each([
    ['twice', '{"a":1,"a":1}', '"a"'],
    ['twice in an inner object', '[{"b":{"a":1,"c":{},"a" :2}}]', '"a"'],
    ['in two spellings', String.raw`{"name":1,"n\u0061me":2}`, '"name"'],
    ['after a byte order mark', '\ufeff{"a":1,"a":1}', '"a"'],
  ])('%s in one object is refused', (_name, text, name) => {
    expect(() => read(text)).toThrow(`The body has the name ${name} twice in one object.`);
  });

  test.each([
    ['in two objects', '[{"a":1},{"a":{"a":2}}]'],
    ['as a name and a value', '{"a":"a","b":["a:","a"]}'],
    ['as a name and within a string', '{"a":"\\"a\\":1,{"}'],
  ])('%s is accepted', (_name, text) => {
    expect(read(text)).toEqual(JSON.parse(text));
  });
});

test.each(Object.entries(formBodies))('the form %s: read or refused within the time limit', (_name, make) => {
  const bytes = Buffer.from(make());
  const { processorMs, status } = measureCost(() => parseForm(bytes, 100));
  expect([200, 400, 413]).toContain(status);
  expect(processorMs).toBeLessThan(maxProcessorMs);
});
