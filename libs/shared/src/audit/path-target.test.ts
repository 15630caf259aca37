import { expect, test } from 'vitest';
import { newId } from '../ids/id.ts';
import { targetOfPath, templateOfPath } from './path-target.ts';

const id = newId('unit');
const numberId = newId('virtualNumber');
const token = 'Zk3v9Jp2mQwXr7Lt1Yb8Nc5Hd0Sf6Ga4Ue_KoTiVzB-';

test.each([
  ['/api/admin/units', 'unit', null],
  ['/api/admin/properties', 'property', null],
  ['/api/admin/access-points', 'access_point', null],
  ['/api/admin/passes', 'pass', null],
  ['/api/admin/stats', 'stats', null],
  ['/api/admin/analytics/calls', 'analytics', null],
  ['/api/admin/onboarding/invite', 'invite', null],
  ['/api/admin/audit/export', 'audit_record', null],
  ['/api/admin/imports/residents/dry-run', 'import', null],
  [`/api/admin/units/${id}`, 'unit', id],
  [`/api/admin/virtual-numbers/${numberId}/assign`, 'virtual_number', numberId],
  [`/api/admin/units/${id.toUpperCase()}`, 'unit', null],
  [`/api/v1/invites/${token}/accept`, 'invite', null],
  ['/api/v1/me', 'user', null],
  ['/access/points', 'access_point', null],
  ['/devices', 'device', null],
  // Every object has a property of this name.
  ['/api/admin/constructor', 'constructor', null],
  [`/${token}`, 'route', null],
  ['/', 'route', null],
])('%s is about a %s with the id %s', (path, type, expected) => {
  expect(targetOfPath(path)).toEqual({ type, id: expected });
});

test.each([
  ['/api/admin/units', '/api/admin/units'],
  [`/api/admin/virtual-numbers/${numberId}/assign`, '/api/admin/virtual-numbers/{id}/assign'],
  [`/api/v1/invites/${token}/accept`, '/api/v1/invites/{value}/accept'],
  ['/api/admin/%75nits', '/api/admin/{value}'],
])('the template of %s is %s', (path, template) => {
  expect(templateOfPath(path)).toBe(template);
});
