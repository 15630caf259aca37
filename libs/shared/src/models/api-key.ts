import { nameOrder } from '@pas/platform/text/fold-text';
import { searchWords } from '@pas/platform/text/search-words';
import { control } from '@pas/platform/mongo/connections';
import { defineModel } from '@pas/platform/mongo/define-model';
import { field, nullsOf, type RowOf } from '@pas/platform/mongo/fields';
import { createdBy } from './created-by.ts';

/** Fields that a successor inherits from the key that it replaces. */
const inherited = {
  name: field.text,
  scopes: field.textList,
  environments: field.textList,
  propertyIds: field.textListOrNull,
  rateLimit: field.group({ limit: field.number, windowSeconds: field.number }),
};

const fields = {
  _id: field.text,
  /** Null for the platform's own keys. */
  tenantId: field.textOrNull,
  /** Identifying part of the key, 12 base62 characters. */
  publicId: field.text,
  /** HMAC-SHA-256 of the whole key, hex. */
  secretHash: field.text,
  last4: field.text,
  prefix: field.text,
  ...inherited,
  status: field.oneOf('ACTIVE', 'ROTATING', 'REVOKED', 'EXPIRED'),
  expiresAt: field.date,
  graceUntil: field.dateOrNull,
  /** The first key of a chain of rotations. All keys of the chain share a rate bucket. */
  lineageId: field.text,
  rotatedFrom: field.textOrNull,
  replacedBy: field.textOrNull,
  /** Time of the rotation to its successor. */
  rotatedAt: field.dateOrNull,
  lastUsedAt: field.dateOrNull,
  /** Address of the last use. */
  lastAddress: field.textOrNull,
  lastUserAgent: field.textOrNull,
  /** The last published notice of the end, in days before the end; null before the first one. */
  noticedDays: field.numberOrNull,
  revokedAt: field.dateOrNull,
  revokedReason: field.textOrNull,
  /** Time of the first report that the key is public; null without one. */
  leakedAt: field.dateOrNull,
  /** The reporter of the leak, in its own words. */
  leakSource: field.textOrNull,
  /** The place where the key was found. */
  leakUrl: field.textOrNull,
  /** Whether its issuer could no longer issue it. */
  reviewDue: field.flag,
  /** Hash of the verified e-mail of the staff member who issued it; null for other issuers. */
  issuerEmailHash: field.textOrNull,
  createdBy,
  createdAt: field.date,
  updatedAt: field.date,
  version: field.number,
};

/**
 * A machine's key. The row contains only an HMAC with a pepper from the secret store. The HMAC verifies a key, but does
 * not reveal it.
 */
export type ApiKeyRow = RowOf<typeof fields>;

export type InheritedFields = RowOf<typeof inherited>;

/** Returns the fields that a successor of a key inherits. */
export function inheritedFrom(row: ApiKeyRow): InheritedFields {
  const names = Object.keys(inherited) as (keyof typeof inherited)[];
  return Object.fromEntries(names.map((name) => [name, row[name]])) as InheritedFields;
}

/** The fields that are null in a new API key, unless it sets them. */
export const emptyApiKey = nullsOf(fields);
export type ApiKeyStatus = ApiKeyRow['status'];

export const ApiKeyModel = defineModel('ApiKey', {
  connection: control,
  collection: 'api_keys',
  readers: [],
  writers: {
    gateway: ['update'],
    admin: ['insert', 'update'],
    'admin-workers': ['update'],
    cli: ['insert', 'update'],
  },
  watchers: ['gateway'],
  isTenantOwned: false,
  fields,
  derived: {
    fields: { searchWords: field.textList, nameOrder: field.textOrNull },
    from: ['name'],
    compute: ({ name }) => ({ searchWords: searchWords(name), nameOrder: nameOrder(name) }),
    orders: { name: 'nameOrder' },
  },
  indexes: [
    { fields: { publicId: 1 }, options: { unique: true } },
    { fields: { tenantId: 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, status: 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, updatedAt: -1, _id: -1 } },
    { fields: { tenantId: 1, expiresAt: -1, _id: -1 } },
    { fields: { tenantId: 1, nameOrder: 1, _id: 1 } },
    { fields: { tenantId: 1, searchWords: 1 } },
    // The keys with a due notice of their end.
    { fields: { 'environments.0': 1, status: 1, noticedDays: 1, expiresAt: 1 } },
  ],
});
