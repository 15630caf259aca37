import { core } from '@pas/platform/mongo/connections';
import { defineModel, tenantFields } from '@pas/platform/mongo/define-model';
import { field, type RowOf } from '@pas/platform/mongo/fields';

const fields = {
  ...tenantFields,
  userId: field.text,
  /** The person's property, whose number sends the code. Null for a person without a home. */
  propertyId: field.textOrNull,
  /** E.164; the phone to prove. */
  phone: field.text,
  /** Number of tries, including right ones. */
  tries: field.number,
  /** Ten minutes after the request; the row is removed then. */
  expiresAt: field.date,
  sentAt: field.dateOrNull,
  usedAt: field.dateOrNull,
};

/** A request of a code that proves a resident's phone. The code is derived from the row's id and never stored. */
export type PhoneCodeRow = RowOf<typeof fields>;

export const PhoneCodeModel = defineModel('PhoneCode', {
  connection: core,
  collection: 'phone_codes',
  readers: [],
  writers: { admin: ['remove'], 'admin-workers': ['update', 'remove'], resident: ['insert', 'update'] },
  isTenantOwned: true,
  fields,
  indexes: [
    { fields: { tenantId: 1, userId: 1, createdAt: -1, _id: -1 } },
    { fields: { expiresAt: 1 }, options: { expireAfterSeconds: 0 } },
  ],
});
