import { control, core } from '@pas/platform/mongo/connections';
import { newId } from '@pas/shared/ids/id';
import type { CallRow } from '@pas/shared/models/call';
import { newRow } from '@pas/shared/models/new-row';
import type { Principal } from '@pas/shared/principal/principal';
import type { ServiceHarness } from '@pas/testing/service-harness';
import { addHome, addUser, type UserAnswer } from './user-support.ts';

export type Receipt = { receipt: { account: string; erased: Record<string, number> }; code?: string };
export type Export = { dataExport: { collections: Record<string, Record<string, unknown>[]> } };
type User = UserAnswer['user'];
export type Values = Record<'email' | 'phone' | 'firstName' | 'lastName' | 'externalId', string>;

let serial = 100;

/** Adds a person with unique values who lives in a unit. */
export async function addPerson(
  admin: ServiceHarness,
  caller: Principal,
  unitId: string,
): Promise<{ user: User; values: Values }> {
  serial += 1;
  const phone = `+1212555${String(serial).padStart(4, '0')}`;
  const values = {
    email: `Zebulon.${serial}@former.example.test`,
    phone,
    firstName: `Zebulon${serial}`,
    lastName: `Quattlebaum${serial}`,
    externalId: `tenant-file-${serial}`,
  };
  const { id: userId } = await addUser(admin, caller, values);
  return { user: await addHome(admin, caller, { userId, unitId }), values };
}

/** Returns a call to a resident. */
export function callOf(user: User, fields: Partial<CallRow> = {}): CallRow {
  const now = new Date();
  const leg = { userId: user.id, toNumber: user.phone, status: 'ANSWERED' as const, startedAt: now };
  return {
    ...newRow({ tenantId: user.tenantId, now }, 'call'),
    propertyId: user.residences[0]?.propertyId ?? null,
    unitId: user.residences[0]?.unitId ?? null,
    virtualNumberId: null,
    dialled: null,
    provider: 'TELEPHONY_A',
    providerCallId: newId('call'),
    direction: 'INBOUND',
    fromNumber: '+12125550000',
    toNumber: '+12125550001',
    status: 'COMPLETED',
    outcome: 'ANSWERED',
    answeredBy: user.id,
    startedAt: now,
    answeredAt: now,
    endedAt: now,
    durationSeconds: 1,
    legs: [{ ...leg, reason: null, pushed: false, answeredAt: now, endedAt: now }],
    flow: null,
    ...fields,
  };
}

/** Returns a row as text; bytes become their characters. */
const textOf = (row: object): string =>
  JSON.stringify(row, function (this: Record<string, unknown>, key, value: unknown) {
    const stored = this[key] as { _bsontype?: string; buffer?: Uint8Array } | null;
    return stored?._bsontype === 'Binary' && stored.buffer
      ? Buffer.from(stored.buffer).toString('latin1')
      : value;
  });

/** Reads every row of both databases as text, by collection. */
async function everyRow(): Promise<string[]> {
  const texts: string[] = [];
  for (const connection of [core, control])
    for (const { name } of (await connection.db?.listCollections().toArray()) ?? [])
      for (const row of (await connection.db?.collection(name).find().toArray()) ?? [])
        texts.push(`${name} ${textOf(row)}`);
  return texts;
}

/** Finds the rows of all collections that contain one of some values. */
export async function findValues(values: Readonly<Record<string, string>>): Promise<string[]> {
  const searched = Object.values(values).map((value) => value.toLowerCase());
  const rows = await everyRow();
  return rows.filter((row) => searched.some((value) => row.toLowerCase().includes(value)));
}
