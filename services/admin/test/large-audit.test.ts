import { core } from '@pas/platform/mongo/connections';
import { personalDigest } from '@pas/shared/audit/personal-digest';
import { newId } from '@pas/shared/ids/id';
import { AuditPersonalValueModel } from '@pas/shared/models/audit-personal-value';
import { AuditRecordModel, type AuditRecordRow } from '@pas/shared/models/audit-record';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import { describePerson } from '@pas/shared/personal/describe-person';
import { writeExport } from '@pas/shared/personal/export-person';
import { beforeEach, expect, test } from 'vitest';
import { addProperty, addUnit, newTenantCaller, startAdmin } from './admin-harness.ts';
import { addPerson } from './personal-data-support.ts';
import { sealOutbox } from './seal-outbox.ts';
import type { UserAnswer } from './user-support.ts';

interface Command {
  commandName: string;
  command: Record<string, unknown> & { filter?: { _id?: { $in?: string[] } } };
}

const admin = await startAdmin();
const caller = await newTenantCaller();
const tenantId = caller.tenantId ?? '';
const propertyId = (await addProperty(admin, caller)).id;
const unitId = (await addUnit(admin, caller, propertyId)).id;
const count = 250;

let user: UserAnswer['user'];
/** The successive names of the person. */
let names: string[];

/** Adds a value beside the chain, as a record holds it. */
function valueOf(text: string) {
  const salt = newId('event');
  const digest = personalDigest(salt, text);
  return { digest, row: { _id: digest, tenantId, salt, value: text, createdAt: new Date() } };
}

/** A person who has changed their own name many times. */
beforeEach(async () => {
  ({ user } = await addPerson(admin, caller, unitId));
  await sealOutbox(tenantId);
  const filter = { tenantId, 'record.targets.id': user.id };
  const sealed = (await AuditRecordModel.findOne(filter).lean<AuditRecordRow>()) as AuditRecordRow;
  names = Array.from({ length: count }, (_, at) => `Name ${at} of ${user.id}`);
  const made = names.map((name, at) => {
    const value = valueOf(name);
    const change = { path: 'lastName', before: null, after: { digest: value.digest } };
    const actor = { type: 'RESIDENT' as const, id: user.id, name: null };
    const targets = [{ type: 'user', id: user.id }];
    const context = { ...sealed.record.context, ip: null, userAgent: null };
    const record = { ...sealed.record, action: 'user.updated', actor, targets, changes: [change], context };
    const seq = sealed.seq + (at + 1) / 1000;
    const row = { ...sealed, _id: newId('auditRecord'), eventId: newId('event'), seq, record };
    return { value: value.row, row };
  });
  await AuditPersonalValueModel.insertMany(made.map(({ value }) => value));
  await AuditRecordModel.collection.insertMany(made.map(({ row }) => row) as never[]);
});

/** Records the commands to the store during work, in order. */
async function watch(work: () => Promise<unknown>): Promise<Command[]> {
  const seen: Command[] = [];
  const note = (command: Command): void => void seen.push(command);
  const client = core.getClient().on('commandStarted', note as never);
  await work();
  client.off('commandStarted', note as never);
  return seen;
}

test('an export reads each personal value once, also for a person who is actor and target', async () => {
  const row = await UserModel.findOne({ _id: user.id, tenantId }).lean<UserRow>();
  const person = await describePerson(row as UserRow, new Date());
  let text = '';
  const commands = await watch(async () => {
    for await (const piece of writeExport(person)) text += piece;
  });
  expect(names.filter((name) => !text.includes(JSON.stringify(name)))).toEqual([]);
  const finds = commands.filter(({ command }) => command['find'] === 'audit_personal_values');
  const read = finds.flatMap(({ command }) => command.filter?._id?.$in ?? []);
  expect(read.length).toBe(new Set(read).size);
});

test('an erasure reads the audit before its transaction, and erases every name', async () => {
  await admin.call('POST', `/api/admin/users/${user.id}/move-out`, { as: caller, body: { unitId } });
  const commands = await watch(async () => {
    const path = `/api/admin/users/${user.id}/erase`;
    expect((await admin.call('POST', path, { as: caller })).status).toBe(200);
  });
  const begin = commands.findIndex(({ command }) => command['startTransaction'] === true);
  const end = commands.findIndex(({ commandName }) => commandName === 'commitTransaction');
  const within = commands.slice(begin, end).map(({ commandName, command }) => String(command[commandName]));
  expect(begin).toBeGreaterThan(0);
  expect(within.filter((collection) => collection.startsWith('audit_'))).toEqual([]);
  const left = await AuditPersonalValueModel.countDocuments({ tenantId, value: { $in: names } });
  expect(left).toBe(0);
});
