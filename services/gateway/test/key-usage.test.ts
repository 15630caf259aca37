import { createLogger } from '@pas/platform/log/logger';
import { control } from '@pas/platform/mongo/connections';
import { newId } from '@pas/shared/ids/id';
import { ApiKeyModel, type ApiKeyRow } from '@pas/shared/models/api-key';
import { KeyUsageModel, type KeyUsageRow } from '@pas/shared/models/key-usage';
import { waitUntil } from '@pas/testing/wait-until';
import { describe, expect, test } from 'vitest';
import { recordKeyUse } from '../src/auth/record-key-use.ts';
import { call } from './support/http-call.ts';
import { addKey, addTenant } from './support/rows.ts';
import { useGateway } from './support/running-gateway.ts';

const log = createLogger({ service: 'gateway', environment: 'DEV', level: 'silent' });
const hourMs = 3_600_000;

const gateway = await useGateway();
const tenantId = (await addTenant())._id;

const rowsOf = (keyId: string) => KeyUsageModel.find({ keyId }).sort({ hour: 1 }).lean<KeyUsageRow[]>();
const storedKey = async (id: string) => (await ApiKeyModel.findById(id).lean<ApiKeyRow>()) as ApiKeyRow;
const countsOf = ({ requests, denied, limited }: KeyUsageRow) => ({ requests, denied, limited });

function totalOf(rows: readonly KeyUsageRow[]): number {
  return rows.reduce((sum, { requests }) => sum + requests, 0);
}

describe('the use of a key', () => {
  test('is counted by status within seconds, with its address', async () => {
    const { row, headers } = await addKey(tenantId, { environments: ['DEV'] });
    const other = await gateway.addReplica();
    const before = new Date();
    const from = '127.0.0.77';
    const ask = (port: number, more: object = {}) =>
      call(port, '/api/admin/units', { headers: { ...headers, ...more }, from });
    for (const port of [gateway.port, other.port]) {
      await ask(port);
      expect((await ask(port, { 'x-admin-env': 'TEST' })).status).toBe(403);
    }
    const outside = { ...headers, 'user-agent': `sync/1 ${'x'.repeat(300)}` };
    expect((await call(gateway.port, '/api/v1/me', { headers: outside, from })).status).toBe(403);
    const rows = await waitUntil(
      async () => {
        const found = await rowsOf(row._id);
        return totalOf(found) === 5 ? found : null;
      },
      { what: 'the counts of both gateways' },
    );
    expect(rows.map((each) => [each.tenantId, each.hour.getTime() % hourMs])).toEqual(
      rows.map(() => [tenantId, 0]),
    );
    expect(rows.reduce((sum, { denied }) => sum + denied, 0)).toBe(3);
    await waitUntil(async () => (await storedKey(row._id)).lastUserAgent?.startsWith('sync/1'), {
      what: 'the last use',
    });
    const { lastUsedAt, lastAddress, lastUserAgent, version } = await storedKey(row._id);
    expect(lastUsedAt?.getTime()).toBeGreaterThanOrEqual(before.getTime());
    expect([lastAddress, lastUserAgent?.length, version]).toEqual([from, 256, 1]);
  });

  test('is not counted for a key that is refused with 401', async () => {
    const { row, headers } = await addKey(tenantId, { status: 'REVOKED' });
    const { row: good, headers: goodHeaders } = await addKey(tenantId);
    expect((await call(gateway.port, '/api/admin/units', { headers })).status).toBe(401);
    await call(gateway.port, '/api/admin/units', { headers: goodHeaders });
    await waitUntil(async () => (await rowsOf(good._id)).length > 0, { what: 'a write' });
    expect(await rowsOf(row._id)).toEqual([]);
  });
});

describe('the record of uses', () => {
  const source = { address: '192.0.2.7', userAgent: null };
  const newKey = () => ({ id: newId('apiKey'), tenantId });

  test('is one write for each key and hour, for any number of requests', async () => {
    const [use, key, other] = [recordKeyUse(log), newKey(), newKey()];
    const at = Math.floor(Date.now() / hourMs) * hourMs;
    for (let number = 0; number < 1000; number += 1) {
      use.recordRequest(key, source, at + number);
      use.recordAnswer(key, number % 10 === 0 ? 429 : 200, at + number);
    }
    use.recordRequest(key, source, at - 1);
    use.recordRequest(other, source, at);
    await use.stop();
    const rows = await rowsOf(key.id);
    expect(rows.map(countsOf)).toEqual([
      { requests: 1, denied: 0, limited: 0 },
      { requests: 1000, denied: 0, limited: 100 },
    ]);
    expect((await rowsOf(other.id)).map(countsOf)).toEqual([{ requests: 1, denied: 0, limited: 0 }]);
  });

  test('loses nothing when fifty gateways write the first use of a key in parallel', async () => {
    const key = newKey();
    const uses = Array.from({ length: 50 }, () => recordKeyUse(log));
    for (const use of uses) use.recordRequest(key, source, Date.now());
    await Promise.all(uses.map((use) => use.stop()));
    const sum = await waitUntil(
      async () => {
        const total = totalOf(await rowsOf(key.id));
        return total >= 50 ? total : null;
      },
      { what: 'all of them' },
    );
    expect(sum).toBe(50);
  });

  test('never replaces the last use by an older one', async () => {
    const { row } = await addKey(tenantId);
    const key = { id: row._id, tenantId };
    const [early, late] = [recordKeyUse(log), recordKeyUse(log)];
    late.recordRequest(key, { address: '192.0.2.8', userAgent: 'b' }, 2000);
    await late.stop();
    early.recordRequest(key, { address: '192.0.2.9', userAgent: 'a' }, 1000);
    await early.stop();
    expect(await storedKey(row._id)).toMatchObject({ lastUsedAt: new Date(2000), lastAddress: '192.0.2.8' });
    expect(totalOf(await rowsOf(row._id))).toBe(2);
  });

  test('is written later after a failed write', async () => {
    const [use, key] = [recordKeyUse(log, 50), newKey()];
    const refuseAll = { collMod: 'key_usage', validator: { never: { $exists: true } } };
    await control.db?.command(refuseAll);
    use.recordRequest(key, source, Date.now());
    await use.stop();
    expect(await rowsOf(key.id)).toEqual([]);
    await control.db?.command({ collMod: 'key_usage', validator: {} });
    await waitUntil(async () => totalOf(await rowsOf(key.id)) === 1, { what: 'the count' });
  });
});
