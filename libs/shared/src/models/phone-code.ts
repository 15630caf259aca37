import { core } from '@pas/platform/mongo/connections';
import { defineModel, tenantFields } from '@pas/platform/mongo/define-model';
import { field, type RowOf } from '@pas/platform/mongo/fields';

const fields = {
  ...tenantFields,
  userId: field.text,
  /** Where the person lives: the code comes from the number of that property. Null for a person without a home. */
  propertyId: field.textOrNull,
  /** E.164; the phone that is to be proven. */
  phone: field.text,
  /** How often a code was tried, right ones too. */
  tries: field.number,
  /** Ten minutes after the request; the row is removed then. */
  expiresAt: field.date,
  sentAt: field.dateOrNull,
  usedAt: field.dateOrNull,
};

/** A code by which a resident proves to have a phone. The code is stored nowhere: it is derived from the row's id. */
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
