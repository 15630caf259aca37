import { control } from '@pas/platform/mongo/connections';
import { defineModel } from '@pas/platform/mongo/define-model';
import { field, type RowOf } from '@pas/platform/mongo/fields';

const fields = {
  /** `<keyId>|<hour>`, so that all gateways add to one row. */
  _id: field.text,
  /** Null for the platform's own keys. */
  tenantId: field.textOrNull,
  keyId: field.text,
  /** The start of the hour, in UTC. */
  hour: field.date,
  /** All requests with the key. */
  requests: field.number,
  /** Requests that were answered 403. */
  denied: field.number,
  /** Requests that were answered 429. */
  limited: field.number,
};

/** The requests with an API key in one hour. */
export type KeyUsageRow = RowOf<typeof fields>;

const keptDays = 400;

export const KeyUsageModel = defineModel('KeyUsage', {
  connection: control,
  collection: 'key_usage',
  readers: ['admin'],
  writers: { gateway: ['insert', 'update'] },
  isTenantOwned: false,
  fields,
  indexes: [
    { fields: { tenantId: 1, keyId: 1, hour: 1 } },
    { fields: { hour: 1 }, options: { expireAfterSeconds: keptDays * 24 * 3600 } },
  ],
});

/** Returns the id of the row of a key and an hour. */
export const keyUsageId = (keyId: string, hour: Date): string => `${keyId}|${hour.toISOString()}`;
