import { newId } from '@pas/shared/ids/id';
import { newAccessEvent } from '@pas/shared/access/record-decision';
import { AccessEventModel, type AccessEventRow } from '@pas/shared/models/access-event';
import { AccessPointModel } from '@pas/shared/models/access-point';
import { UserModel } from '@pas/shared/models/user';
import { accessPointRow } from '@pas/testing/rows';
import { expect, test } from 'vitest';
import { addHome, addResident, startResident, type Home } from './resident-harness.ts';

const service = await startResident();

interface Answer {
  accessEvents: { id: string; byMe: boolean; accessPointName: string | null; recordedAt: string }[];
  total: number;
}

async function addEvent(home: Home, fields: Partial<AccessEventRow> = {}): Promise<string> {
  const door = accessPointRow(home);
  await AccessPointModel.insertMany([door]);
  const decision = { isGranted: true, reason: 'current_residence', rules: [] };
  const subject = { type: 'VISITOR' as const, id: null };
  const asked = { door, method: 'PIN' as const, subject };
  const ctx = { tenantId: home.tenantId, now: new Date() };
  const event = { ...newAccessEvent(ctx, { asked, decision, attemptId: null }), ...fields };
  await AccessEventModel.insertMany([event]);
  return event._id;
}

test('a resident sees events of their homes and requests, and none of neighbours or before the move-in', async () => {
  const home = await addHome();
  const me = await addResident(service, { home });
  const id = me.answer.resident.id;
  const [unitId, before] = [home.unitId, new Date(Date.now() - 3_600_000)];
  const guest = await addEvent(home, { unitId, decision: 'DENIED' });
  const mine = await addEvent(home, { unitId: null, subject: { type: 'RESIDENT', id }, method: 'APP' });
  await addEvent(home, { unitId: newId('unit'), subject: { type: 'RESIDENT', id: newId('user') } });
  await addEvent(home, { unitId: null });
  await addEvent(home, { unitId, occurredAt: before });
  await addEvent({ ...home, propertyId: newId('property') }, { subject: { type: 'RESIDENT', id } });
  const read = async (query = '') =>
    (await service.call<Answer>('GET', `/api/v1/access-events${query}`, { as: me.as })).body;
  const all = await read('?sort=createdAt');
  expect(all.accessEvents.map((event) => [event.id, event.byMe, event.accessPointName])).toEqual([
    [guest, false, 'Main door'],
    [mine, true, 'Main door'],
  ]);
  expect(all.total).toBe(2);
  expect((await read('?decision=DENIED')).accessEvents.map((event) => event.id)).toEqual([guest]);
  const ended = { 'residences.0.endsAt': new Date() };
  await UserModel.updateOne({ _id: id, tenantId: home.tenantId }, { $set: ended });
  expect((await read()).total).toBe(0);
});
