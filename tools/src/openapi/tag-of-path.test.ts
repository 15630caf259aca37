import { expect, test } from 'vitest';
import { tagOfPath } from './tag-of-path.ts';

const api = {
  tags: { 'Virtual numbers': 'Phones.', Units: 'Homes.', Readiness: 'Whether it rings.' },
  tagsBelow: { '/api/admin/units/{id}/readiness': 'Readiness', '/api/admin/unit': 'Readiness' },
};

test.each([
  ['/api/admin/virtual-numbers/{id}/assign', 'Virtual numbers'],
  ['/api/admin/units', 'Units'],
  ['/api/admin/units/{id}/readiness', 'Readiness'],
])('%s is listed under %s', (path, tag) => {
  expect(tagOfPath(api, path)).toBe(tag);
});

test('a path without a tag is an error that names the file to change', () => {
  expect(() => tagOfPath(api, '/api/admin/leases')).toThrow(/^\/api\/admin\/leases .* api-descriptions\.ts/);
});
