import { control } from '@pas/platform/mongo/connections';
import { defineModel } from '@pas/platform/mongo/define-model';
import { field, type RowOf } from '@pas/platform/mongo/fields';
import type { JSONWebKeySet } from 'jose';

/** A provider's keys outlive its outage by this much, in seconds. */
const keepSeconds = 24 * 3600;

const fields = {
  /** The pinned address of the set. */
  _id: field.text,
  keySet: field.json<JSONWebKeySet>(),
  /** When the provider answered it. */
  readAt: field.date,
};

/** The last public keys that an identity provider of staff has answered, for a start while the provider is away. */
export type SigningKeySetRow = RowOf<typeof fields>;

export const SigningKeySetModel = defineModel('SigningKeySet', {
  connection: control,
  collection: 'signing_key_sets',
  readers: [],
  writers: { gateway: ['insert', 'update'] },
  isTenantOwned: false,
  fields,
  indexes: [{ fields: { readAt: 1 }, options: { expireAfterSeconds: keepSeconds } }],
});
