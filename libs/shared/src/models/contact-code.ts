import { core } from '@pas/platform/mongo/connections';
import { defineModel, tenantFields } from '@pas/platform/mongo/define-model';
import { field, type RowOf } from '@pas/platform/mongo/fields';

const fields = {
  ...tenantFields,
  userId: field.text,
  /** The person's property, whose number sends a text and whose language is the default. Null without a home. */
  propertyId: field.textOrNull,
  channel: field.oneOf('SMS', 'EMAIL'),
  /** The contact to prove: a phone (E.164) or an e-mail address. */
  to: field.text,
  /** Number of tries, including right ones. */
  tries: field.number,
  /** Ten minutes after the request; the row is removed then. */
  expiresAt: field.date,
  sentAt: field.dateOrNull,
  usedAt: field.dateOrNull,
};

/**
 * A request of a code that proves a resident's new phone or e-mail. The code is derived from the row's id and never
 * stored.
 */
export type ContactCodeRow = RowOf<typeof fields>;

export const ContactCodeModel = defineModel('ContactCode', {
  connection: core,
  collection: 'contact_codes',
  readers: [],
  writers: { admin: ['remove'], 'admin-workers': ['update', 'remove'], resident: ['insert', 'update'] },
  isTenantOwned: true,
  fields,
  indexes: [
    { fields: { tenantId: 1, userId: 1, channel: 1, createdAt: -1, _id: -1 } },
    { fields: { expiresAt: 1 }, options: { expireAfterSeconds: 0 } },
  ],
});
