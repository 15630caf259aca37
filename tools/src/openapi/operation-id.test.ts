import { expect, test } from 'vitest';
import { operationId } from './operation-id.ts';

test.each([
  ['get', '/api/admin/units', 'getAdminUnits'],
  ['get', '/api/admin/units/{id}', 'getAdminUnitsById'],
  ['post', '/api/admin/virtual-numbers/{id}/assign', 'postAdminVirtualNumbersByIdAssign'],
  ['get', '/api/v1/auth/invites/{token}', 'getV1AuthInvitesByToken'],
  ['get', '/.well-known/jwks.json', 'getWellKnownJwksJson'],
])('%s %s is %s', (method, path, id) => {
  expect(operationId(method, path)).toBe(id);
});
