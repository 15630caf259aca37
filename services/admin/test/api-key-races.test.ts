import { ApiKeyModel } from '@pas/shared/models/api-key';
import { TenantModel, type TenantRow } from '@pas/shared/models/tenant';
import type { Principal } from '@pas/shared/principal/principal';
import { changeMeanwhile } from '@pas/testing/change-meanwhile';
import { expect, test } from 'vitest';
import { addApiKey, newTenantCaller, startAdmin, type ApiKeyAnswer } from './admin-harness.ts';

const path = '/api/admin/api-keys';
const admin = await startAdmin();

const call = (method: string, to: string, options: { as: Principal; body: object }) =>
  admin.call<ApiKeyAnswer>(method, to, options);

test.each([
  ['issues', 'POST', () => path, { name: 'Next', scopes: ['units:read'] }],
  ['rotates', 'POST', (id: string) => `${path}/${id}/rotate`, {}],
  ['changes', 'PATCH', (id: string) => `${path}/${id}`, { name: 'Other' }],
] as const)('a key that is revoked after the checks %s no key', async (_verb, method, pathOf, body) => {
  const as = await newTenantCaller();
  const { id } = await addApiKey(admin, as);
  const refused = await changeMeanwhile(
    async (session) => {
      await ApiKeyModel.updateOne({ _id: as.id ?? '' }, { $set: { status: 'REVOKED' } }, { session });
      await TenantModel.updateOne({ _id: as.tenantId ?? '' }, { $inc: { childrenEpoch: 1 } }, { session });
    },
    async () => call(method, pathOf(id), { as, body }),
  );
  expect(refused).toMatchObject({ status: 401, body: { code: 'key_revoked' } });
});

test('a revocation enters the fence of new keys', async () => {
  const as = await newTenantCaller();
  const { id } = await addApiKey(admin, as);
  const epoch = async () => (await TenantModel.findById(as.tenantId).lean<TenantRow>())?.childrenEpoch ?? 0;
  const before = await epoch();
  await call('POST', `${path}/${id}/revoke`, { as, body: {} });
  expect(await epoch()).toBe(before + 1);
});
