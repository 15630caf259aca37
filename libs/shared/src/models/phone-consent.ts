import { core } from '@pas/platform/mongo/connections';
import { defineModel } from '@pas/platform/mongo/define-model';
import { field, type RowOf } from '@pas/platform/mongo/fields';

const fields = {
  /** E.164. */
  _id: field.text,
  state: field.oneOf('OPTED_IN', 'OPTED_OUT'),
  /** Source of the last change: a keyword of the person, or the carrier's refusal. */
  source: field.oneOf('KEYWORD', 'CARRIER'),
  updatedAt: field.date,
};

/**
 * Whether texts may be sent to a phone. A phone without a row has not objected. All tenants of the environment share
 * the row. After STOP, carriers block all messages of the shared number to the phone.
 */
export type PhoneConsentRow = RowOf<typeof fields>;

export const PhoneConsentModel = defineModel('PhoneConsent', {
  connection: core,
  collection: 'phone_consents',
  readers: ['resident', 'cli'],
  writers: {
    admin: ['remove'],
    'admin-workers': ['insert', 'update', 'remove'],
    webhooks: ['insert', 'update'],
  },
  isTenantOwned: false,
  fields,
  indexes: [],
});
