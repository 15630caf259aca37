import { AuditPersonalValueModel } from '@pas/shared/models/audit-personal-value';
import { expect, test } from 'vitest';
import { newTenantCaller, startAdmin } from './admin-harness.ts';
import { sealOutbox } from './seal-outbox.ts';

const admin = await startAdmin();

type Records = { auditRecords: { action: string; changes: { path: string; after: unknown }[] }[] };

test('a personal value of a tenant’s settings is stored beside the chain only with its sealed record', async () => {
  const as = await newTenantCaller();
  const tenantId = as.tenantId ?? '';
  const alertRecipients = [{ email: 'night.desk@example.test', types: ['door.offline'], digest: 'NONE' }];
  const body = { settings: { alertRecipients } };
  const path = `/api/admin/tenants/${tenantId}`;
  expect((await admin.call('PATCH', path, { as, body })).status).toBe(200);
  expect(await AuditPersonalValueModel.countDocuments({ tenantId })).toBe(0);

  await sealOutbox(tenantId);
  await sealOutbox(tenantId);

  expect(await AuditPersonalValueModel.countDocuments({ tenantId })).toBeGreaterThan(0);
  const { body: answer } = await admin.call<Records>('GET', '/api/admin/audit?action=tenant.updated', { as });
  const [record] = answer.auditRecords;
  expect(record?.changes).toContainEqual(
    expect.objectContaining({ path: 'alertRecipients', after: alertRecipients }),
  );
  const verified = await admin.call<{ verification: { valid: boolean; firstBrokenSeq: number | null } }>(
    'GET',
    '/api/admin/audit/verify',
    { as },
  );
  expect(verified.body.verification.firstBrokenSeq).toBeNull();
});
