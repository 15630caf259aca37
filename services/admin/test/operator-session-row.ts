import { emailKey } from '@pas/shared/contacts/email';
import { newId } from '@pas/shared/ids/id';
import type { OperatorSessionRow } from '@pas/shared/models/operator-session';

const inMinutes = (minutes: number): Date => new Date(Date.now() + minutes * 60_000);

/** Builds a live session of a member of staff. */
export function operatorSessionRow(
  tenantId: string,
  { email = 'dana@harbor.test', ...fields }: Partial<OperatorSessionRow> = {},
): OperatorSessionRow {
  const _id = newId('operatorSession');
  return {
    _id,
    tokenHash: _id,
    issuer: 'https://identity.test',
    subject: 'person_1',
    email,
    emailKey: email === null ? null : emailKey(email),
    name: 'Dana Reed',
    organizationId: 'org_1',
    role: 'OWNER',
    propertyIds: null,
    environments: null,
    tenantId,
    userAgent: 'Firefox',
    ip: '192.0.2.1',
    authenticatedAt: new Date(),
    createdAt: new Date(),
    lastUsedAt: new Date(),
    idleExpiresAt: inMinutes(30),
    absoluteExpiresAt: inMinutes(720),
    revokedAt: null,
    ...fields,
  };
}
