import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { newAccessEvent } from '@pas/shared/access/record-decision';
import { AccessEventModel } from '@pas/shared/models/access-event';
import { accessPointRow } from '@pas/testing/rows';
import { afterEach, expect, test } from 'vitest';
import { addResident, startResident, type TestResident } from './resident-harness.ts';

const service = await startResident();
const open: IncomingMessage[] = [];

afterEach(() => {
  for (const answer of open.splice(0)) answer.destroy();
});

/** Adds a person with an export larger than the connection's buffers, so that it lasts until it is read. */
async function addPersonOfManyYears(): Promise<TestResident> {
  const me = await addResident(service);
  const subject = { type: 'RESIDENT' as const, id: me.answer.resident.id };
  const reason = 'x'.repeat(20_000);
  const asked = { door: accessPointRow(me.home), method: 'APP' as const, subject };
  const decision = { isGranted: true, reason, rules: [] };
  const ctx = { tenantId: me.home.tenantId, now: new Date() };
  const rows = Array.from({ length: 1000 }, () => newAccessEvent(ctx, { asked, decision, attemptId: null }));
  await AccessEventModel.insertMany(rows);
  return me;
}

/** Starts an export and reads only its head. */
async function beginExport({ as }: TestResident): Promise<number> {
  const headers = await service.headersFor(as);
  const request = get(`${service.url}/api/v1/me/data-export`, { headers, agent: false });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  open.push(answer);
  return answer.statusCode ?? 0;
}

test('a person has one export at a time, and other people and requests are not affected', async () => {
  const [greedy, other] = await Promise.all([addPersonOfManyYears(), addPersonOfManyYears()]);
  const statuses = await Promise.all(Array.from({ length: 20 }, () => beginExport(greedy)));
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, ...Array.from({ length: 19 }, () => 429)]);
  expect(await beginExport(other)).toBe(200);
  expect((await service.call('GET', '/api/v1/me', { as: greedy.as })).status).toBe(200);
  for (const answer of open.splice(0)) answer.destroy();
  expect(await beginExport(greedy)).toBe(200);
});
