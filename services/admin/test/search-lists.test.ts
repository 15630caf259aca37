import { newId } from '@pas/shared/ids/id';
import { AccessPassModel } from '@pas/shared/models/access-pass';
import { AccessPointModel } from '@pas/shared/models/access-point';
import { ApiKeyModel } from '@pas/shared/models/api-key';
import { InviteModel } from '@pas/shared/models/invite';
import { newProperty } from '@pas/shared/models/new-property';
import { PropertyModel } from '@pas/shared/models/property';
import { UnitModel } from '@pas/shared/models/unit';
import { UserModel } from '@pas/shared/models/user';
import { accessPassRow, accessPointRow, inviteRow, unitRow, userRow } from '@pas/testing/rows';
import { describe, expect, test } from 'vitest';
import { newTenantCaller, startAdmin } from './admin-harness.ts';
import { apiKeyRow } from './api-key-row.ts';

const admin = await startAdmin();
const caller = await newTenantCaller();
const tenantId = caller.tenantId ?? '';
const place = { tenantId, propertyId: newId('property') };

const names = ['José Groß', 'Ármin O’Brien', 'Clara Reyes', 'İrem Łaska', 'clara adams'];
const people = names.map((name) => {
  const [firstName = '', lastName = ''] = name.split(' ');
  return {
    firstName,
    lastName,
    email: `${lastName.normalize('NFKD').replaceAll(/[^a-z]/gi, '')}@Homes.test`,
  };
});
const labels = ['10', '2', '1A', '1', 'Apt 4-12'];
const unit = unitRow(tenantId);

await UserModel.insertMany(people.map((person) => userRow(tenantId, { ...person, phone: '+12125550107' })));
await UnitModel.insertMany(labels.map((label) => unitRow(tenantId, { label })));
await PropertyModel.insertMany(
  names.map((name) => newProperty({ tenantId, now: new Date() }, { name, timeZone: 'UTC' })),
);
await InviteModel.insertMany(
  names.map((inviteeName) => inviteRow(unit, { inviteeName, inviteePhone: '+12125550107' })),
);
await AccessPointModel.insertMany(names.map((name) => accessPointRow(place, { name })));
await AccessPassModel.insertMany(
  names.map((guestName) =>
    accessPassRow(place, [newId('accessPoint')], { guestName, holderPhone: '+12125550107' }),
  ),
);
await ApiKeyModel.insertMany(names.map((name) => apiKeyRow(tenantId, { name })));

type FieldValues = Record<string, string | null>;
const lists: Readonly<Record<string, { path: string; nameOf: (row: FieldValues) => string }>> = {
  users: { path: 'users', nameOf: ({ firstName, lastName }) => `${firstName} ${lastName}` },
  properties: { path: 'properties', nameOf: ({ name }) => name ?? '' },
  invites: { path: 'onboarding/invites', nameOf: ({ inviteeName }) => inviteeName ?? '' },
  accessPoints: { path: 'access-points', nameOf: ({ name }) => name ?? '' },
  passes: {
    path: 'passes',
    nameOf: ({ holders }) => (holders as unknown as { name: string }[] | undefined)?.[0]?.name ?? '',
  },
  apiKeys: { path: 'api-keys', nameOf: ({ name }) => name ?? '' },
};

async function read(
  path: string,
  query: Record<string, string>,
): Promise<{ status: number; rows: FieldValues[] }> {
  const url = `/api/admin/${path}?${new URLSearchParams(query).toString()}`;
  const { status, body } = await admin.call<Record<string, FieldValues[]>>('GET', url, { as: caller });
  const [rows = []] = Object.values(body);
  return { status, rows };
}

describe.each(Object.entries(lists))('q of %s', (_list, { path, nameOf }) => {
  test.each([
    ['Clara Reyes', ['Clara Reyes']],
    ['Reyes, Clara', ['Clara Reyes']],
    ['rey cla', ['Clara Reyes']],
    ['CLARA', ['Clara Reyes', 'clara adams']],
    ['jose gross', ['José Groß']],
    ["o'brien", ['Ármin O’Brien']],
    ['OBRIEN armin', ['Ármin O’Brien']],
    ['irem laska', ['İrem Łaska']],
    ['clara nobody', []],
    ['.*', []],
  ])('%s finds %j', async (q, found) => {
    const { rows } = await read(path, { q });
    expect(rows.map(nameOf).toSorted()).toEqual(found.toSorted());
  });
});

test.each(['555-0107', '(212) 555', '212555', '+1 212 555', '12125550107'])(
  'q=%s finds people, invites and passes by their phone',
  async (q) => {
    expect((await read('users', { q })).rows).toHaveLength(names.length);
    for (const path of ['onboarding/invites', 'passes'])
      expect((await read(path, { q })).rows).toHaveLength(names.length);
  },
);

test('q finds a person by name and e-mail together, and a unit by its numbers', async () => {
  expect((await read('users', { q: 'reyes@homes.test clara' })).rows).toHaveLength(1);
  expect((await read('units', { q: '4-12' })).rows).toMatchObject([{ label: 'Apt 4-12' }]);
});

test.each([
  ['more than 100 characters', 'a'.repeat(101)],
  ['more than ten words', 'a b c d e f g h i j k'],
])('422 for a q of %s', async (_name, q) => {
  for (const { path } of Object.values(lists)) expect((await read(path, { q })).status).toBe(422);
});

describe('the order', () => {
  test.each([
    ['units', 'label', ['1', '1A', '2', '10', 'Apt 4-12'], (row: FieldValues) => row['label']],
    [
      'properties',
      'name',
      ['Ármin O’Brien', 'clara adams', 'Clara Reyes', 'İrem Łaska', 'José Groß'],
      lists['properties']?.nameOf,
    ],
    [
      'access-points',
      'name',
      ['Ármin O’Brien', 'clara adams', 'Clara Reyes', 'İrem Łaska', 'José Groß'],
      lists['accessPoints']?.nameOf,
    ],
    [
      'api-keys',
      'name',
      ['Ármin O’Brien', 'clara adams', 'Clara Reyes', 'İrem Łaska', 'José Groß'],
      lists['apiKeys']?.nameOf,
    ],
    [
      'users',
      'lastName',
      ['adams', 'Groß', 'Łaska', 'O’Brien', 'Reyes'],
      (row: FieldValues) => row['lastName'],
    ],
    [
      'users',
      'email',
      ['adams', 'Gro', 'aska', 'OBrien', 'Reyes'].toSorted((a, b) =>
        a.toLowerCase() < b.toLowerCase() ? -1 : 1,
      ),
      (row: FieldValues) => row['email']?.split('@')[0],
    ],
  ])(
    '%s by %s are in the order of people, page by page in both directions',
    async (path, field, ordered, valueOf) => {
      const walk = async (sort: string) => {
        const pages = ['0', '2', '4'].map(async (offset) => read(path, { sort, offset, limit: '2' }));
        return (await Promise.all(pages)).flatMap(({ rows }) => rows.map((row) => valueOf?.(row)));
      };
      expect(await walk(field)).toEqual(ordered);
      expect(await walk(`-${field}`)).toEqual(ordered.toReversed());
    },
  );
});
