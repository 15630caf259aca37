import { ControlOutboxModel } from '@pas/platform/events/outbox';
import { ApiKeyModel, type ApiKeyRow } from '@pas/shared/models/api-key';
import { RateBucketModel } from '@pas/shared/models/rate-bucket';
import { TenantModel } from '@pas/shared/models/tenant';
import { waitUntil } from '@pas/testing/wait-until';
import { describe, expect, test } from 'vitest';
import { problemOf, type Answer } from './support/http-call.ts';
import {
  burst,
  fieldsOf,
  limitedKey,
  sendWithKey,
  statusesOf,
  type KeyedCall,
} from './support/limited-keys.ts';
import { addKey, addTenant, type AddedKey } from './support/rows.ts';
import { useGateway } from './support/running-gateway.ts';

const gateway = await useGateway();
const tenantId = (await addTenant())._id;

const limited = (limit: number, overrides: Partial<ApiKeyRow> = {}): Promise<AddedKey> =>
  limitedKey(tenantId, { limit }, overrides);
const send = (key: Pick<AddedKey, 'headers'>, options: Partial<KeyedCall> = {}): Promise<Answer> =>
  sendWithKey(key, { port: gateway.port, ...options });

describe('the order of checks', () => {
  const exhausted = async (overrides: Partial<ApiKeyRow> = {}): Promise<AddedKey> => {
    const key = await limited(1, overrides);
    await send(key);
    return key;
  };

  test.each([
    ['403 outside of the Admin API', '/api/v1/me', {}, '403 api_key_not_accepted_here'],
    [
      '422 of an unknown environment',
      '/api/admin/units',
      { 'x-admin-env': 'NOWHERE' },
      '422 unknown_environment',
    ],
    ['403 of an environment', '/api/admin/units', { 'x-admin-env': 'TEST' }, '403 environment_not_allowed'],
  ])('%s precedes 429, is counted and has the remaining tokens', async (_what, path, headers, told) => {
    const key = await exhausted({ environments: ['DEV'] });
    const answer = await send(key, { path, headers });
    expect(`${answer.status} ${problemOf(answer).code}`).toBe(told);
    expect(fieldsOf(answer)).toEqual(['"key";q=1;w=60', expect.stringMatching('^"key";r=0;')]);
  });

  test('403 of a suspended tenant comes before 429', async () => {
    const tenant = await addTenant({ status: 'SUSPENDED' });
    const key = await addKey(tenant._id, { rateLimit: { limit: 1, windowSeconds: 60 } });
    for (let sent = 0; sent < 3; sent += 1) expect((await send(key)).status).toBe(403);
    await TenantModel.updateOne({ _id: tenant._id }, { $set: { status: 'ACTIVE' } });
    await waitUntil(async () => (await send(key)).status === 429, {
      what: 'the tenant to be active',
      everyMs: 20,
    });
  });

  test('429 comes before 404 of an unknown path and 413 of a body', async () => {
    const key = await exhausted();
    expect((await send(key, { path: '/api/admin//units' })).status).toBe(429);
    const tooLong = { method: 'POST', headers: { 'content-length': String(3 * 1024 * 1024) } };
    expect((await send(key, tooLong)).status).toBe(429);
  });

  test('401 has no fields and is not counted', async () => {
    const key = await limited(1);
    await ApiKeyModel.updateOne({ _id: key.row._id }, { $set: { status: 'REVOKED' } });
    const answer = await send(key);
    expect([answer.status, fieldsOf(answer)]).toEqual([401, [undefined, undefined]]);
    expect(await RateBucketModel.countDocuments({ _id: `${key.row.lineageId}:60` })).toBe(0);
  });

  test('429 is not audited', async () => {
    const key = await exhausted();
    const before = await ControlOutboxModel.countDocuments({});
    expect(statusesOf(await burst(20, () => send(key)))).toEqual({ 429: 20 });
    expect(await ControlOutboxModel.countDocuments({})).toBe(before);
  });
});
