import { expect, test } from 'vitest';
import { newPrefixedId } from '../ids/prefixed-id.ts';
import { pageLinks, pageQuery } from './page.ts';

const page = { total: 1000, limit: 50, offset: 100 };

test('links keep the filters of a page, including 200 ids', () => {
  const ids = Array.from({ length: 200 }, () => newPrefixedId('unit')).join(',');
  const links = pageLinks(`/api/admin/units?ids=${ids}&sort=label`, page) ?? '';
  expect(links.match(/rel="(?:next|prev)"/g)).toHaveLength(2);
  expect(links).toContain('&sort=label&');
});

test('a link that is too long for a header is omitted', () => {
  // Each of these characters becomes three in a link.
  expect(pageLinks(`/api/v1/units?unknown=${'~'.repeat(15_000)}`, page)).toBeNull();
  expect(pageLinks(`/api/v1/units?unknown=${'~'.repeat(1000)}`, page)).toContain('rel="next"');
});

test('the description of sort names the order that is stable while rows are added', () => {
  const describe = (...fields: [string, ...string[]]) => pageQuery(fields).sort.meta()?.description;
  expect(describe('createdAt', 'name')).toContain(
    'use `sort=createdAt`: rows that are added meanwhile come last',
  );
  expect(describe('seq', 'occurredAt')).toContain('use `sort=seq`');
  expect(describe('label')).toBe(
    'Comma-separated: label; a leading - sorts descending. Equal rows are in the order of their ids. Labels count numbers: 1, 1A, 2, 10.',
  );
});
