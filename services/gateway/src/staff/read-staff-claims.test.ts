import { expect, test } from 'vitest';
import { readStaffClaims } from './read-staff-claims.ts';
import type { StaffIssuer } from './staff-issuers.ts';

const issuer = {
  organizationPrefix: '',
  roles: null,
  claims: {
    organization: ['org'],
    role: ['role'],
    name: ['name'],
    email: ['email'],
    emailVerified: ['email_verified'],
    properties: ['properties'],
    environments: ['environments'],
  },
} as unknown as StaffIssuer;

test.each([
  ['Dana Reed', 'Dana Reed'],
  ['\u202eDana\u200b Reed', 'Dana Reed'],
  ['\u3164', null],
  ['', null],
  [undefined, null],
  [7, null],
])('a name %j in a token is read as %j', (name, read) => {
  expect(readStaffClaims({ sub: 'person_1', name }, issuer).name).toBe(read);
});
