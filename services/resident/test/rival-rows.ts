import { newId } from '@pas/shared/ids/id';
import { AccessPassModel } from '@pas/shared/models/access-pass';
import { AccessPointModel } from '@pas/shared/models/access-point';
import { AccountModel } from '@pas/shared/models/account';
import { PasskeyModel } from '@pas/shared/models/passkey';
import { SessionModel } from '@pas/shared/models/session';
import { UnlockAttemptModel } from '@pas/shared/models/unlock-attempt';
import type { Principal } from '@pas/shared/principal/principal';
import { accessPassRow, accessPointRow, testPasses, unlockAttemptRow } from '@pas/testing/rows';
import type { ForeignRows } from '@pas/testing/route-attacks/foreign-ids';
import type { OwnRows } from '@pas/testing/route-attacks/id-slots';
import type { ServiceHarness } from '@pas/testing/service-harness';
import { addCall, addHome, addResident, type Home, type TestResident } from './resident-harness.ts';

const [neighbours, strangers, ended] = ['a neighbour’s', 'another tenant’s resident’s', 'an ended row’s'];

/** Owners whose rows are tried for each kind of id. A new kind needs a line here and a row in `rowsOf`. */
export const rivalKinds = {
  user_: [neighbours, strangers],
  ses_: [neighbours, strangers, ended],
  unit_: [neighbours, strangers],
  call_: [neighbours, strangers],
  pky_: [neighbours, strangers],
  // The link of a pass decides. `pass-open.test.ts` tests doors and attempts of others with a real link.
  door_: [],
  att_: [],
  // The token of an invite is the right to read it. Other tests check who may accept it.
  '{token}': [],
};

/** Adds a passkey, with a key that nobody has. */
async function addPasskeyOf({ email }: TestResident): Promise<string> {
  const account = await AccountModel.findOne({ emailKey: email }).lean();
  const _id = newId('passkey');
  const key = { credentialId: _id, publicKey: 'oA', counter: 0, transports: [], isBackedUp: true };
  const times = { createdAt: new Date(), lastUsedAt: null };
  await PasskeyModel.insertMany([{ _id, accountId: account?._id ?? '', ...key, name: null, ...times }]);
  return _id;
}

const rowsOf = async (resident: TestResident): Promise<Record<string, string>> => ({
  user_: resident.answer.resident.id,
  ses_: resident.as.sessionId ?? '',
  unit_: resident.home.unitId,
  call_: (await addCall(resident.home, { startedAt: new Date() }))._id,
  pky_: await addPasskeyOf(resident),
});

const unknownRows: Record<string, string> = {
  user_: 'user_01kb3rt9d5e0p8m6q2v7x4hzjn',
  ses_: 'ses_01kb3rt9d5e0p8m6q2v7x4hzjn',
  unit_: 'unit_01kb3rt9d5e0p8m6q2v7x4hzjn',
  call_: 'call_01kb3rt9d5e0p8m6q2v7x4hzjn',
  pky_: 'pky_01kb3rt9d5e0p8m6q2v7x4hzjn',
};

/** The residents of the suite. */
export interface Rivals {
  caller: Principal;
  own: OwnRows;
  rows: (kind: string) => ForeignRows;
  /** Adds a resident to another unit of the caller's property. */
  growNextDoor: () => Promise<void>;
  /** Adds a resident of another tenant. */
  growElsewhere: () => Promise<void>;
}

async function endedSessionOf({ as }: TestResident): Promise<string> {
  const session = await SessionModel.findOne({ _id: as.sessionId ?? '' }).lean();
  const [_id, refreshTokenHash] = [newId('session'), newId('session')];
  await SessionModel.insertMany([{ ...session, _id, refreshTokenHash, revokedAt: new Date() }]);
  return _id;
}

/** Adds a pass for a door that it has opened. Its link is the right to use it. */
async function addPassOf(home: Home): Promise<Record<string, string>> {
  const door = accessPointRow(home);
  const pass = accessPassRow(home, [door._id]);
  const attempt = unlockAttemptRow(door, { type: 'VISITOR', id: pass._id });
  await AccessPointModel.insertMany([door]);
  await AccessPassModel.insertMany([pass]);
  await UnlockAttemptModel.insertMany([attempt]);
  return { '{token}': testPasses.tokenOf(pass), door_: door._id, att_: attempt._id };
}

/** Adds a resident, and other residents with rows of their own. */
export async function addRivals(service: ServiceHarness): Promise<Rivals> {
  const home = await addHome();
  const nextDoor = async (): Promise<Home> => addHome(home.tenantId);
  const me = await addResident(service, { home });
  const neighbour = await addResident(service, { home: await nextDoor() });
  const sets = {
    [neighbours]: await rowsOf(neighbour),
    [strangers]: await rowsOf(await addResident(service)),
    [ended]: { ses_: await endedSessionOf(me) },
  };
  return {
    caller: me.as,
    own: { ...(await rowsOf(me)), ...(await addPassOf(home)) },
    rows: (kind) =>
      Object.fromEntries(
        Object.entries(sets).map(([whose, set]) => [
          whose,
          { as: me.as, id: set[kind] ?? '', unknown: unknownRows[kind] ?? '' },
        ]),
      ),
    growNextDoor: async () => void (await rowsOf(await addResident(service, { home: await nextDoor() }))),
    growElsewhere: async () => void (await rowsOf(await addResident(service))),
  };
}
