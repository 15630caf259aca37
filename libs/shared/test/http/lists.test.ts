import type { ServiceHarness, TestAnswer } from '@pas/testing/service-harness';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { owner, startToy } from './toy-service.ts';
import { total } from './toy.routes.ts';

let toy: ServiceHarness;
beforeAll(async () => {
  toy = await startToy();
});
afterAll(() => toy.stop());

interface Units {
  units: string[];
  total: number;
  limit: number;
  offset: number;
}

const path = '/api/admin/units';
const list = (query: string) => toy.call<Units>('GET', `${path}${query}`, { as: owner });

/** Returns the order of a list, as the service reports it. */
async function sortOf(query: string): Promise<unknown> {
  const { body } = await list(`${query}&limit=1`);
  return (JSON.parse(body.units[0]?.replace(/^0 /, '') ?? '') as { sort: unknown }).sort;
}

describe('a page', () => {
  test('has only these members', async () => {
    const { body } = await list('');
    expect(Object.keys(body)).toEqual(['units', 'total', 'limit', 'offset']);
    expect(body).toMatchObject({ total, limit: 50, offset: 0 });
    expect(body.units).toHaveLength(50);
  });

  test.each([
    ['?limit=1', 1, 0],
    ['?limit=200', 200, 0],
    ['?limit=201', 200, 0],
    ['?limit=1000000', 200, 0],
    ['?limit=1000000000000000000', 200, 0],
    [`?limit=${'9'.repeat(400)}`, 200, 0],
    ['?offset=449', 50, 449],
    ['?offset=10000000', 50, 10_000_000],
    ['?limit=5&offset=10', 5, 10],
  ])('200 for %s', async (query, limit, offset) => {
    const { status, body } = await list(query);
    expect([status, body.limit, body.offset]).toEqual([200, limit, offset]);
    expect(body.units).toHaveLength(Math.max(0, Math.min(limit, total - offset)));
  });

  const wrong = [
    '0',
    '-1',
    '1e9',
    '1.5',
    '',
    ' ',
    '+1',
    '%201',
    '0x10',
    '1_000',
    'NaN',
    'Infinity',
    '١',
    '1,2',
    'null',
  ];
  test.each([
    ...wrong.map((value) => `?limit=${value}`),
    ...wrong.filter((value) => value !== '0').map((value) => `?offset=${value}`),
    '?offset=10000001',
    '?offset=1000000000000000000',
    '?limit=5&limit=5',
    '?offset=0&offset=0',
    '?limit[]=5',
    '?q=',
    '?q=%20',
    '?q=%00',
    `?q=${'a'.repeat(101)}`,
    '?q=a&q=b',
  ])('422 for %s', async (query) => {
    expect((await list(query)).status).toBe(422);
  });
});

describe('the order', () => {
  test.each([
    ['?', [['createdAt', -1]]],
    ['?sort=label', [['label', 1]]],
    ['?sort=-label', [['label', -1]]],
    [
      '?sort=-createdAt,label',
      [
        ['createdAt', -1],
        ['label', 1],
      ],
    ],
  ])('%s', async (query, keys) => {
    expect(await sortOf(query)).toEqual(keys.map(([field, direction]) => ({ field, direction })));
  });

  test.each([
    ['$natural'],
    ['label,label'],
    ['label,-label'],
    ['-'],
    ['--label'],
    [''],
    ['label,'],
    [',label'],
    ['_id'],
    ['tenantId'],
    ['__proto__'],
    ['label asc'],
    ['LABEL'],
  ])('422 for sort=%s', async (sort) => {
    expect((await list(`?sort=${encodeURIComponent(sort)}`)).status).toBe(422);
  });
});

describe('the Link header', () => {
  const linkOf = async (query: string): Promise<string | null> => (await list(query)).headers.get('link');

  test.each([
    ['', `<${path}?limit=50&offset=50>; rel="next"`],
    ['?offset=400', `<${path}?offset=350&limit=50>; rel="prev"`],
    ['?offset=399', `<${path}?offset=449&limit=50>; rel="next", <${path}?offset=349&limit=50>; rel="prev"`],
    [
      '?limit=1000&offset=100',
      `<${path}?limit=200&offset=300>; rel="next", <${path}?limit=200&offset=0>; rel="prev"`,
    ],
    ['?limit=200&offset=9999900', `<${path}?limit=200&offset=9999700>; rel="prev"`],
  ])('has the pages beside %s', async (query, link) => {
    expect(await linkOf(query)).toBe(link);
  });

  test('keeps the other parameters, in any encoding', async () => {
    const next = await linkOf(`?q=${encodeURIComponent('a?b&c=>"')}&sort=label`);
    const target = /^<(.*)>; rel="next"$/.exec(next ?? '')?.[1] ?? '';
    expect(target).toMatch(/^\/api\/admin\/units\?[!#-;=?-[\]_a-z~]*$/);
    const query = new URL(target, 'http://any').searchParams;
    expect([...query]).toEqual([
      ['q', 'a?b&c=>"'],
      ['sort', 'label'],
      ['limit', '50'],
      ['offset', '50'],
    ]);
  });

  test('leads through every row once', async () => {
    const seen: string[] = [];
    let next: string | undefined = `${path}?limit=120`;
    while (next !== undefined) {
      const { body, headers }: TestAnswer<Units> = await toy.call('GET', next, { as: owner });
      seen.push(...body.units);
      next = /<([^>]*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
    }
    expect(new Set(seen).size).toBe(total);
    expect(seen).toHaveLength(total);
  });
});
