import { core } from '@pas/platform/mongo/connections';
import { emailKey } from '../contacts/email.ts';
import type { AccessPassRow } from '../models/access-pass.ts';
import type { AccountRow } from '../models/account.ts';
import type { InviteRow } from '../models/invite.ts';
import type { UserRow } from '../models/user.ts';

/** A stored row with an e-mail and its key. */
export interface KeyedRow {
  _id: string;
  /** Null for an account, which all tenants share. */
  tenantId: string | null;
  createdAt: Date;
  /** The unique key as it is stored, or another field with the key of the e-mail. */
  key: string | null;
  /** The key by the rule of this release. */
  wanted: string;
}

/** One collection whose rows have keys of e-mails. */
export interface KeyedCollection {
  /** The collection, and the entity in the report. */
  name: string;
  entity: string;
  /** The field with the key. */
  field: string;
  /** Reads the next rows after an id, in the order of the ids. The rows without an e-mail have no `row`. */
  readAfter(id: string, limit: number): Promise<{ _id: string; row: KeyedRow | null }[]>;
  /** Reads the row that holds a unique key in addition to another one. It is null in a collection without unique keys. */
  findHolder(row: KeyedRow, key: string): Promise<KeyedRow | null>;
}

interface Description<Row> extends Pick<KeyedCollection, 'name' | 'entity' | 'field'> {
  read: (row: Row) => KeyedRow | null;
  /** Returns the query of the rows among which a key is unique; null if it is not unique. */
  uniqueWith: (row: Row, key: string) => object | null;
}

/**
 * Returns the driver's collection, without the tenant guard. No request reaches a migration, and it covers all
 * tenants.
 */
export function driverCollection<Row extends { _id: string }>(name: string) {
  if (!core.db) throw new Error('Migrations need an open database.');
  return core.db.collection<Row>(name);
}

function describe<Row extends { _id: string }>(description: Description<Row>): KeyedCollection {
  const { name, entity, field, read, uniqueWith } = description;
  const rows = () => driverCollection<Row>(name);
  const byId = async (id: string) => (await rows().findOne({ _id: id } as never)) as Row | null;
  return {
    name,
    entity,
    field,
    async readAfter(id, limit) {
      const found = await rows()
        .find({ _id: { $gt: id } } as never)
        .sort({ _id: 1 })
        .limit(limit)
        .toArray();
      return (found as unknown as Row[]).map((row) => ({ _id: row._id, row: read(row) }));
    },
    async findHolder({ _id }, key) {
      const row = await byId(_id);
      const filter = row && uniqueWith(row, key);
      const holder =
        filter && ((await rows().findOne({ ...filter, _id: { $ne: _id } } as never)) as Row | null);
      return holder && read(holder);
    },
  };
}

const users = describe<UserRow>({
  name: 'users',
  entity: 'user',
  field: 'emailKey',
  read: ({ _id, tenantId, createdAt, email, emailKey: key }) =>
    email === null ? null : { _id, tenantId, createdAt, key, wanted: emailKey(email) },
  uniqueWith: ({ tenantId, kind, isLive }, key) =>
    isLive ? { tenantId, kind, emailKey: key, isLive } : null,
});

const accounts = describe<AccountRow>({
  name: 'accounts',
  entity: 'account',
  field: 'emailKey',
  read: ({ _id, createdAt, email, emailKey: key }) => ({
    _id,
    tenantId: null,
    createdAt,
    key,
    wanted: emailKey(email),
  }),
  uniqueWith: (_row, key) => ({ emailKey: key }),
});

const passes = describe<AccessPassRow>({
  name: 'access_passes',
  entity: 'pass',
  field: 'holderEmailKey',
  read: ({ _id, tenantId, createdAt, holderEmail: email, holderEmailKey: key }) =>
    email ? { _id, tenantId, createdAt, key: key ?? null, wanted: emailKey(email) } : null,
  uniqueWith: () => null,
});

/** The contact key of invites. It is not unique: two invites of a person may follow each other. */
const invites = describe<InviteRow>({
  name: 'invites',
  entity: 'invite',
  field: 'contactKey',
  read: ({ _id, tenantId, createdAt, inviteeEmail: email, contactKey: key }) =>
    email === null ? null : { _id, tenantId, createdAt, key, wanted: emailKey(email) },
  uniqueWith: () => null,
});

/** The keys of pending invites, which are unique: unit and contact key, as `pendingKeyOf` joins them. */
const pendingInvites = describe<InviteRow>({
  name: 'invites',
  entity: 'invite',
  field: 'pendingKey',
  read: ({ _id, tenantId, createdAt, unitId, inviteeEmail: email, pendingKey: key }) =>
    email === null || key === null
      ? null
      : { _id, tenantId, createdAt, key, wanted: `${unitId}|${emailKey(email)}` },
  uniqueWith: ({ tenantId }, key) => ({ pendingKey: key, tenantId }),
});

/** All collections with keys of e-mails, in the order of the migration. */
export const keyedCollections: readonly KeyedCollection[] = [
  accounts,
  users,
  invites,
  pendingInvites,
  passes,
];
