import { newId } from '@pas/shared/ids/id';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import { waitUntil } from '@pas/testing/wait-until';
import { describe, expect, test } from 'vitest';
import { addProperty, addUnit, newTenantCaller, startAdmin } from './admin-harness.ts';
import { useTwoSweepers } from './two-sweepers.ts';
import { addHome, addUser, dayMs, fromNow, recordsOf, residenceEvents } from './user-support.ts';

const admin = await startAdmin();
const caller = await newTenantCaller();
const propertyId = (await addProperty(admin, caller)).id;
const sweepers = useTwoSweepers();

const tenantId = (): string => caller.tenantId ?? '';
const newUnit = async () => (await addUnit(admin, caller, propertyId, newId('unit'))).id;

/** Moves the due time of a residence into the past. */
async function letTimePass(userId: string, times: { startsAt?: Date; endsAt?: Date; dueAt: Date }) {
  const set = Object.entries(times).map(([field, at]) => [`residences.0.${field}`, at] as const);
  await UserModel.updateOne({ _id: userId, tenantId: tenantId() }, { $set: Object.fromEntries(set) });
}

const secondsAgo = (seconds: number): Date => new Date(Date.now() - seconds * 1000);
const storedUser = (id: string) => UserModel.findOne({ _id: id, tenantId: tenantId() }).lean<UserRow>();

async function untilPublished(userId: string, events: readonly string[]): Promise<void> {
  const what = `the events ${events.join(', ')}`;
  await waitUntil(async () => (await residenceEvents(userId)).length === events.length, { what });
  expect(await residenceEvents(userId)).toEqual(events);
}

describe('a user whose last residence has ended', () => {
  test('is FORMER with the end of the residence, in one record, and listed by updatedSince', async () => {
    const [user, unitId] = [await addUser(admin, caller, { status: 'ACTIVE' }), await newUnit()];
    await addHome(admin, caller, { userId: user.id, unitId, endsAt: fromNow(dayMs) });
    const over = secondsAgo(1);
    await letTimePass(user.id, { startsAt: secondsAgo(60), endsAt: over, dueAt: over });
    const since = fromNow(0);
    sweepers.start();
    await untilPublished(user.id, ['started', 'ended']);
    expect(await storedUser(user.id)).toMatchObject({
      status: 'FORMER',
      isFormer: true,
      formerDueAt: null,
      version: 3,
    });
    const changed = (await recordsOf(user.id)).filter(({ changes }) =>
      changes.some(({ path, after }) => path === 'status' && after === 'FORMER'),
    );
    expect(changed).toHaveLength(1);
    const path = `/api/admin/users?updatedSince=${since}`;
    const list = await admin.call<{ users: { id: string; status: string }[] }>('GET', path, { as: caller });
    expect(list.body.users).toContainEqual(expect.objectContaining({ id: user.id, status: 'FORMER' }));
  });
});
