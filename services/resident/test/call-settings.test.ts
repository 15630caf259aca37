import { OutboxModel } from '@pas/platform/events/outbox';
import type { CallSettings } from '@pas/shared/models/call-settings';
import { expect, test } from 'vitest';
import { addResident, startResident, type SignInResult, type TestResident } from './resident-harness.ts';

const service = await startResident();

type Answer = { callSettings: CallSettings; errors?: { path: string }[] };
const read = ({ as }: TestResident) => service.call<Answer>('GET', '/api/v1/me/calls', { as });
const change = ({ as }: TestResident, body: object) =>
  service.call<Answer>('PATCH', '/api/v1/me/calls', { as, body });
const changeMe = ({ as }: TestResident, body: object) =>
  service.call<Pick<SignInResult, 'resident'>>('PATCH', '/api/v1/me', { as, body });

const night = { weekdays: ['MON', 'TUE'], from: '22:00', to: '07:00' };

test('200: rings at all times by default', async () => {
  const me = await addResident(service);
  expect((await read(me)).body).toEqual({ callSettings: { ring: true, quietHours: [] } });
});

test('200: changes the sent fields with one audit record; a repeat changes nothing', async () => {
  const me = await addResident(service);
  expect((await change(me, { quietHours: [night] })).body.callSettings).toEqual({
    ring: true,
    quietHours: [night],
  });
  expect((await change(me, { ring: false })).body.callSettings).toEqual({ ring: false, quietHours: [night] });
  await change(me, { ring: false, quietHours: [night] });
  expect((await read(me)).body.callSettings).toEqual({ ring: false, quietHours: [night] });
  const records = await OutboxModel.find({
    tenantId: me.home.tenantId,
    subject: 'pas.v1.audit.record.submitted',
    'envelope.data.action': 'user.updated',
  }).lean();
  expect(records).toHaveLength(2);
  expect((await change(me, { quietHours: [] })).body.callSettings.quietHours).toEqual([]);
});

test.each([
  [{ ring: 'no' }, 'ring'],
  [{ quietHours: [{ ...night, weekdays: ['MONDAY'] }] }, 'quietHours.0.weekdays.0'],
  [{ quietHours: [{ ...night, weekdays: [] }] }, 'quietHours.0.weekdays'],
  [{ quietHours: [{ ...night, from: '24:00' }] }, 'quietHours.0.from'],
  [{ quietHours: [{ ...night, to: '22:00' }] }, 'quietHours.0.to'],
  [{ quietHours: Array.from({ length: 22 }, () => night) }, 'quietHours'],
])('422: %j', async (body, path) => {
  const me = await addResident(service);
  const { status, body: answer } = await change(me, body);
  expect([status, answer.errors?.map((problem) => problem.path)]).toEqual([422, [path]]);
});

test('a resident chooses the name on door panels, which is hidden by default', async () => {
  const me = await addResident(service);
  expect(me.answer.resident.directory).toBe('HIDDEN');
  expect((await changeMe(me, { directory: 'INITIALS' })).body.resident.directory).toBe('INITIALS');
  expect((await changeMe(me, { directory: 'INITIALS' })).body.resident.version).toBe(
    me.answer.resident.version + 1,
  );
  expect((await changeMe(me, { directory: 'LOUD' })).status).toBe(422);
});
