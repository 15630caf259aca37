import { expect, test } from 'vitest';
import { newPrefixedId } from '../ids/prefixed-id.ts';
import { pageLinks } from './page.ts';

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
