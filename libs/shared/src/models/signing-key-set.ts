import { control } from '@pas/platform/mongo/connections';
import { defineModel } from '@pas/platform/mongo/define-model';
import { field, type RowOf } from '@pas/platform/mongo/fields';
import type { JSONWebKeySet } from 'jose';

/** Retention of a provider's keys during its outage, in seconds. */
const keepSeconds = 24 * 3600;

const fields = {
  /** The pinned address of the set. */
  _id: field.text,
  keySet: field.json<JSONWebKeySet>(),
  /** Time of the provider's answer. */
  readAt: field.date,
};

/** The last public keys of an identity provider, for a start while the provider is unavailable. */
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
