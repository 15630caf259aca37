import { core } from '@pas/platform/mongo/connections';
import { defineModel, tenantFields, whereText } from '@pas/platform/mongo/define-model';
import { field, type RowOf } from '@pas/platform/mongo/fields';

const fields = {
  ...tenantFields,
  accessPointId: field.text,
  propertyId: field.text,
  /** Where the command goes; the controller of the door at the time of the attempt. */
  controller: field.group({ adapter: field.oneOf('nats', 'http'), ref: field.text }),
  openSeconds: field.number,
  /** Who asked; the same as in the access event. */
  subject: field.group({
    type: field.oneOf('RESIDENT', 'STAFF', 'API_KEY', 'VISITOR'),
    id: field.textOrNull,
  }),
  passId: field.textOrNull,
  /** Names the cause of the attempt, such as `call:call_…`: one cause has one attempt. Null where each request is one. */
  key: field.textOrNull,
  status: field.oneOf('PENDING', 'SUCCEEDED', 'FAILED'),
  /** Whether the controller said that it opened the door. */
  confirmed: field.flag,
  /** Why it failed, as a stable word in snake case. */
  error: field.textOrNull,
  /** The command is void from then on, and the attempt without an answer has failed. */
  expiresAt: field.date,
  endedAt: field.dateOrNull,
};

/** One try to open a door: at most one command to its controller, and the result. */
export type UnlockAttemptRow = RowOf<typeof fields>;

export const UnlockAttemptModel = defineModel('UnlockAttempt', {
  connection: core,
  collection: 'unlock_attempts',
  readers: [],
  writers: {
    admin: ['insert', 'update'],
    'admin-workers': ['update', 'remove'],
    resident: ['insert', 'update'],
    'core-mobile': ['insert', 'update'],
    webhooks: ['insert', 'update'],
  },
  isTenantOwned: true,
  crossTenantReads: { 'expired-attempts': 'status_1_expiresAt_1' },
  fields,
  indexes: [
    { fields: { tenantId: 1, key: 1 }, options: { unique: true, ...whereText('key') } },
    {
      fields: { status: 1, expiresAt: 1 },
      options: { partialFilterExpression: { status: 'PENDING' } },
    },
    { fields: { tenantId: 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, 'subject.id': 1, createdAt: -1, _id: -1 }, options: whereText('subject.id') },
  ],
});
