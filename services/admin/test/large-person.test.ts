import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { leaveToSweeper } from '@pas/platform/events/committed-events';
import { createLogger } from '@pas/platform/log/logger';
import { control, core } from '@pas/platform/mongo/connections';
import { newId } from '@pas/shared/ids/id';
import { AccessEventModel } from '@pas/shared/models/access-event';
import { AccessPassModel } from '@pas/shared/models/access-pass';
import { CallModel } from '@pas/shared/models/call';
import { ErasureModel, type ErasureRow } from '@pas/shared/models/erasure';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import { describePerson } from '@pas/shared/personal/describe-person';
import { writeExport } from '@pas/shared/personal/export-person';
import { killOnExit } from '@pas/testing/end-process';
import { accessPassRow } from '@pas/testing/rows';
import { waitUntil } from '@pas/testing/wait-until';
import { beforeEach, expect, inject, test } from 'vitest';
import { resumeErasures } from '../src/sweeps/resume-erasures.ts';
import { startSweeper } from '../src/sweeps/start-sweeper.ts';
import { addProperty, addUnit, newTenantCaller, startAdmin } from './admin-harness.ts';
import { accessEventRow } from './building-rows.ts';
import { addPerson, callOf, findValues, type Export, type Values } from './personal-data-support.ts';
import { sealOutbox } from './seal-outbox.ts';
import type { UserAnswer } from './user-support.ts';

const admin = await startAdmin();
const caller = await newTenantCaller();
const tenantId = caller.tenantId ?? '';
const propertyId = (await addProperty(admin, caller)).id;
const unitId = (await addUnit(admin, caller, propertyId)).id;

const counts = { calls: 1600, events: 1600, passes: 600 };

let user: UserAnswer['user'];
let values: Values;

/** A person with many years of data. */
beforeEach(async () => {
  ({ user, values } = await addPerson(admin, caller, unitId));
  const { id } = user;
  const many = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);
  await CallModel.insertMany(many(counts.calls, () => callOf(user, { fromNumber: values.phone })));
  const place = { propertyId, accessPointId: newId('accessPoint') };
  const subject = { type: 'RESIDENT' as const, id };
  await AccessEventModel.insertMany(
    many(counts.events, () => accessEventRow(tenantId, { ...place, subject })),
  );
  const made = { createdBy: { type: 'RESIDENT' as const, id }, guestName: 'Olive Other' };
  const door = { tenantId, propertyId };
  await AccessPassModel.insertMany(
    many(counts.passes, () => accessPassRow(door, [newId('accessPoint')], made)),
  );
});

/** Records the commands to the collections with the person's rows during work. */
async function countCommands(work: () => Promise<unknown>): Promise<Record<string, number>> {
  const seen: Record<string, number> = {};
  const record = ({
    commandName,
    command,
  }: {
    commandName: string;
    command: Record<string, unknown>;
  }): void => {
    const collection = String(command['collection'] ?? command[commandName]);
    if (['calls', 'access_events', 'access_passes'].includes(collection))
      seen[`${commandName} ${collection}`] = (seen[`${commandName} ${collection}`] ?? 0) + 1;
  };
  const client = core.getClient().on('commandStarted', record);
  await work();
  client.off('commandStarted', record);
  return seen;
}

/** Returns the address of a database of this file, for another process. */
function urlOf({ name }: typeof core): string {
  const url = new URL(inject('mongoUrl'));
  url.pathname = name;
  return url.href;
}

const batchesOf = (rows: number): number => Math.ceil((rows + 1) / 500);

test('an export streams batches: one index scan per filter, and each row once', async () => {
  const row = await UserModel.findOne({ _id: user.id, tenantId }).lean<UserRow>();
  const person = await describePerson(row as UserRow, new Date());
  let longest = 0;
  const commands = await countCommands(async () => {
    for await (const piece of writeExport(person)) longest = Math.max(longest, piece.length);
  });
  // Calls are found by legs, by caller and by called number.
  expect(commands).toMatchObject({
    'find calls': 3,
    'getMore calls': 2 * (batchesOf(counts.calls) - 1),
    'find access_events': 1,
    'getMore access_events': batchesOf(counts.events) - 1,
  });
  expect(longest).toBeLessThan(500 * 1000);

  const path = `/api/admin/users/${user.id}/data-export`;
  const { collections } = (await admin.call<Export>('GET', path, { as: caller })).body.dataExport;
  const shown = [collections['calls'], collections['access_events'], collections['access_passes']];
  expect(shown.map((lines) => new Set(lines?.map(({ id }) => id)).size)).toEqual(Object.values(counts));
  expect(shown.map((lines) => lines?.length)).toEqual(Object.values(counts));
});

test('an erasure reads each collection in one pass, and writes it batch by batch', async () => {
  await admin.call('POST', `/api/admin/users/${user.id}/move-out`, { as: caller, body: { unitId } });
  const path = `/api/admin/users/${user.id}/erase`;
  const commands = await countCommands(async () => {
    expect((await admin.call('POST', path, { as: caller })).status).toBe(200);
  });
  const { calls, passes } = counts;
  expect(commands).toMatchObject({
    // Calls are found by legs, by caller and by called number. Erased ones no longer match.
    'find calls': 3,
    'getMore calls': batchesOf(calls) - 1,
    'update calls': Math.ceil(calls / 500),
    'update access_passes': Math.ceil(passes / 500),
  });
  // Access events name the person only by id, and stay unchanged.
  expect(Object.keys(commands).filter((name) => name.endsWith('access_events'))).toEqual([]);
});

test('a worker completes an erasure whose process is killed between two batches', async () => {
  await admin.call('POST', `/api/admin/users/${user.id}/move-out`, { as: caller, body: { unitId } });
  await sealOutbox(tenantId);
  const erasedOfOthers = await CallModel.countDocuments({ tenantId, fromNumber: 'erased' });
  const program = join(import.meta.dirname, 'crashing-eraser.ts');
  const args = [program, urlOf(core), urlOf(control), tenantId, user.id];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] });
  killOnExit(child);
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
  const left = await CallModel.countDocuments({ tenantId, fromNumber: values.phone });
  expect([counts.calls - 1000, left]).toEqual([left, counts.calls - 1000]);
  const stored = () => ErasureModel.findOne({ _id: user.id, tenantId }).lean<ErasureRow>();
  expect(await stored()).toMatchObject({ status: 'RUNNING', erasedAt: null });
  await ErasureModel.updateOne({ _id: user.id, tenantId }, { $set: { dueAt: new Date(0) } });

  const log = createLogger({ service: 'admin', environment: 'TEST', level: 'silent' });
  const options = { environment: 'TEST', events: leaveToSweeper, log, everyMs: 50 };
  const sweeper = startSweeper({ ...options, sweeps: [resumeErasures] });
  await waitUntil(async () => (await stored())?.status === 'DONE', {
    what: 'the erasure',
  });
  await sweeper.stop();
  await sealOutbox(tenantId);
  expect(await findValues(values)).toEqual([]);
  expect(await CallModel.countDocuments({ tenantId, fromNumber: 'erased' })).toBe(
    erasedOfOthers + counts.calls,
  );
});
