import { leaveToSweeper } from '@pas/platform/events/committed-events';
import { createLogger } from '@pas/platform/log/logger';
import { workContext } from '@pas/shared/context/work-context';
import { newId } from '@pas/shared/ids/id';
import { AccountModel } from '@pas/shared/models/account';
import { CallModel } from '@pas/shared/models/call';
import { ErasureModel, type ErasureRow } from '@pas/shared/models/erasure';
import { PasskeyModel } from '@pas/shared/models/passkey';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import type { Person } from '@pas/shared/personal/person';
import { waitUntil } from '@pas/testing/wait-until';
import { beforeEach, describe, expect, test } from 'vitest';
import { beginErasure } from '../src/erasure/begin-erasure.ts';
import { resumeErasures } from '../src/sweeps/resume-erasures.ts';
import { startSweeper } from '../src/sweeps/start-sweeper.ts';
import { addProperty, addUnit, newTenantCaller, startAdmin } from './admin-harness.ts';
import { addPerson, callOf, findValues, type Receipt, type Values } from './personal-data-support.ts';
import { testWorker } from './plan-import.ts';
import { sealOutbox } from './seal-outbox.ts';
import type { UserAnswer } from './user-support.ts';

const admin = await startAdmin();
const caller = await newTenantCaller();
const tenantId = caller.tenantId ?? '';
const propertyId = (await addProperty(admin, caller)).id;
const unitId = (await addUnit(admin, caller, propertyId)).id;
const log = createLogger({ service: 'admin', environment: 'TEST', level: 'silent' });

const erase = (id: string) => admin.call<Receipt>('POST', `/api/admin/users/${id}/erase`, { as: caller });
const moveOut = (id: string) =>
  admin.call('POST', `/api/admin/users/${id}/move-out`, { as: caller, body: { unitId } });

describe('erasures that a worker resumes', () => {
  let user: UserAnswer['user'];
  let values: Values;
  beforeEach(async () => {
    ({ user, values } = await addPerson(admin, caller, unitId));
  });

  test('a worker finishes an erasure whose process has died', async () => {
    await moveOut(user.id);
    await CallModel.insertMany(Array.from({ length: 1200 }, () => callOf(user)));
    await erase(user.id);
    const { phone } = user;
    if (phone === null) throw new Error('The person has no phone.');
    const person: Person = {
      tenantId,
      userId: user.id,
      accountId: null,
      isAccountShared: false,
      actorIds: [user.id],
      inviteIds: [],
      unitIds: [unitId],
      importIds: [],
      passIds: [],
      deviceIds: [],
      emailKeys: [],
      phones: [phone],
      solePhones: [phone],
      contactDigests: [],
      values: [phone],
    };
    await CallModel.insertMany([callOf(user)]);
    await ErasureModel.updateOne(
      { _id: user.id, tenantId },
      { $set: { status: 'RUNNING', counts: [], person, dueAt: new Date(0) } },
    );
    const sweeper = startSweeper({
      environment: 'TEST',
      events: leaveToSweeper,
      log,
      everyMs: 50,
      sweeps: [resumeErasures],
    });
    const storedErasure = () => ErasureModel.findOne({ _id: user.id, tenantId }).lean<ErasureRow>();
    await waitUntil(async () => (await storedErasure())?.status === 'DONE', { what: 'the erasure' });
    await sweeper.stop();
    expect(await CallModel.countDocuments({ tenantId, 'legs.toNumber': user.phone })).toBe(0);
    expect((await storedErasure())?.person).toMatchObject({ phones: [], values: [] });
  });

  test('the account is gone before another user can have it, and the receipt of the resumed erasure says so', async () => {
    const [accountId, createdAt] = [newId('account'), new Date()];
    const account = { _id: accountId, email: values.email, emailKey: values.email.toLowerCase() };
    await AccountModel.insertMany([{ ...account, createdAt, updatedAt: createdAt }]);
    const passkey = { publicKey: 'oA', counter: 0, isBackedUp: true, name: 'Phone', createdAt };
    const id = newId('passkey');
    await PasskeyModel.insertMany([{ _id: id, credentialId: id, accountId, ...passkey }]);
    await UserModel.updateOne({ _id: user.id, tenantId }, { $set: { accountId } });
    await moveOut(user.id);
    await beginErasure(workContext(testWorker, tenantId), user.id);
    expect([await AccountModel.exists({ _id: accountId }), await PasskeyModel.exists({ accountId })]).toEqual(
      [null, null],
    );
    expect((await erase(user.id)).body.receipt).toMatchObject({
      account: 'ERASED',
      erased: { accounts: 1, passkeys: 1 },
    });
  });

  test('an erasure is repeated for a person from a restored backup', async () => {
    await moveOut(user.id);
    await sealOutbox(tenantId);
    const before = await UserModel.findOne({ _id: user.id, tenantId }).lean<UserRow>();
    await erase(user.id);
    const residences =
      before?.residences.map((residence) => ({ ...residence, endsAt: null, dueAt: null })) ?? [];
    const { _id, tenantId: _own, ...restored } = { ...before, residences } as UserRow;
    await UserModel.updateOne({ _id: user.id, tenantId }, { $set: restored });
    const again = { status: 'RUNNING' as const, person: null, counts: [], dueAt: new Date(0) };
    await ErasureModel.updateOne({ _id: user.id, tenantId }, { $set: again });
    const sweeper = startSweeper({
      environment: 'TEST',
      events: leaveToSweeper,
      log,
      everyMs: 50,
      sweeps: [resumeErasures],
    });
    const storedErasure = () => ErasureModel.findOne({ _id: user.id, tenantId }).lean<ErasureRow>();
    await waitUntil(async () => (await storedErasure())?.status === 'DONE', { what: 'the erasure' });
    await sealOutbox(tenantId);
    // The second run covers submissions of the sweeper during the first one.
    await ErasureModel.updateOne({ _id: user.id, tenantId }, { $set: { dueAt: new Date(0) } });
    const isOver = async () => (await storedErasure())?.dueAt === null;
    await waitUntil(isOver, { what: 'the second look' });
    await sweeper.stop();
    expect(await findValues(values)).toEqual([]);
  });
});
