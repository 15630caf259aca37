import { searchWords } from '@pas/platform/text/search-words';
import { core } from '@pas/platform/mongo/connections';
import { defineModel, tenantFields, whereText, type IndexSpec } from '@pas/platform/mongo/define-model';
import { field, nullsOf, type RowOf } from '@pas/platform/mongo/fields';
import { emailWords } from '../contacts/email.ts';
import { phoneWords } from '../contacts/phone-search.ts';
import { createdBy } from './created-by.ts';

const delivery = {
  /** `dlv_…`; the idempotency key of the message. */
  id: field.text,
  channel: field.oneOf('EMAIL', 'SMS'),
  /** A reminder repeats the message of an invite that nobody has used. */
  kind: field.oneOf('INVITE', 'REMINDER'),
  /** The whole address or number. Answers mask it. */
  to: field.text,
  status: field.oneOf('QUEUED', 'SENT', 'DELIVERED', 'BOUNCED', 'FAILED'),
  error: field.textOrNull,
  /** The carrier's id of the message; receipts contain it. */
  providerMessageId: field.textOrNull,
  /** The token's version that the message carries. */
  tokenVersion: field.number,
  at: field.date,
};

/** One message to one contact of an invite. */
export type Delivery = RowOf<typeof delivery>;
export type Channel = Delivery['channel'];
export type DeliveryStatus = Delivery['status'];

const fields = {
  ...tenantFields,
  propertyId: field.text,
  unitId: field.text,
  /** SHA-256 of the valid token, hex. */
  tokenHash: field.text,
  /** Hashes of rotated tokens. They answer 410, not 404. */
  pastTokenHashes: field.textList,
  tokenVersion: field.number,
  /** Name of the configured secret of the token; empty before the token is derived. */
  secretVersion: field.text,
  status: field.oneOf('PENDING', 'ACCEPTED', 'EXPIRED'),
  expiredReason: field.oneOfOrNull('TTL', 'REVOKED', 'SUPERSEDED'),
  expiresAt: field.date,
  inviteeEmail: field.textOrNull,
  inviteePhone: field.textOrNull,
  inviteeName: field.textOrNull,
  /** Role of the person in the unit. */
  role: field.oneOf('PRIMARY', 'OCCUPANT'),
  /** BCP 47; the language of the messages to the person. Null: the language of the property. */
  locale: field.textOrNull,
  /** Time at which the person asked for a new link after the end of this one. */
  renewalRequestedAt: field.dateOrNull,
  /** The comparable form of the e-mail, else of the phone; null without either. */
  contactKey: field.textOrNull,
  /** `<unit>|<contact key>` while PENDING and addressed to somebody: at most one such invite at a time. */
  pendingKey: field.textOrNull,
  createdBy,
  lastSentAt: field.dateOrNull,
  /** Time at which a forgotten password has sent it again; null before. */
  sentAgainAt: field.dateOrNull,
  /** Time of the message from which the hours of the reminders count. */
  remindFrom: field.dateOrNull,
  /** Time of the next reminder; null if none is due. */
  reminderDueAt: field.dateOrNull,
  sendCount: field.number,
  previewedAt: field.dateOrNull,
  acceptedAt: field.dateOrNull,
  acceptedUserId: field.textOrNull,
  revokedAt: field.dateOrNull,
  /** Initial lifetime of the invite. A resend starts it again. */
  ttlHours: field.number,
  /** The last resends, as many as a day allows. */
  resends: field.listOf({ at: field.date }),
  deliveries: field.listOf(delivery),
};

/** An offer to a person to live in a unit. */
export type InviteRow = RowOf<typeof fields>;

/** The fields that are null in a new invite, unless it sets them. */
export const emptyInvite = nullsOf(fields);

/** Indexes of the invites that need attention, by reason. Each holds few rows. */
export const stuckIndexes = {
  undelivered: {
    fields: { tenantId: 1, 'deliveries.status': 1 },
    options: {
      partialFilterExpression: { status: 'PENDING', 'deliveries.status': { $in: ['BOUNCED', 'FAILED'] } },
    },
  },
  unopened: {
    fields: { tenantId: 1, lastSentAt: 1 },
    options: { partialFilterExpression: { status: 'PENDING', previewedAt: null } },
  },
  renewal: {
    fields: { tenantId: 1, renewalRequestedAt: 1 },
    options: { partialFilterExpression: { renewalRequestedAt: { $gt: new Date(0) } } },
  },
} as const satisfies Record<string, IndexSpec>;

export const InviteModel = defineModel('Invite', {
  connection: core,
  collection: 'invites',
  readers: [],
  writers: {
    admin: ['insert', 'update'],
    'admin-workers': ['insert', 'update'],
    resident: ['insert', 'update'],
    'core-mobile': ['update'],
    webhooks: ['update'],
  },
  isTenantOwned: true,
  isCounted: true,
  fields,
  derived: {
    fields: { searchWords: field.textList },
    from: ['inviteeName', 'inviteeEmail', 'inviteePhone'],
    compute: ({ inviteeName, inviteeEmail, inviteePhone }) => ({
      searchWords: searchWords(inviteeName, ...emailWords(inviteeEmail), ...phoneWords(inviteePhone)),
    }),
  },
  crossTenantReads: {
    'invite-by-token': 'tokenHash_1',
    'invite-by-past-token': 'pastTokenHashes_1',
    'expired-invites': 'expiresAt_1',
    'due-reminders': 'reminderDueAt_1',
    'invite-by-message': 'deliveries.providerMessageId_1',
  },
  unique: { pendingKey: 'inviteeEmail' },
  indexes: [
    { fields: { tokenHash: 1 }, options: { unique: true } },
    { fields: { pastTokenHashes: 1 } },
    { fields: { tenantId: 1, pendingKey: 1 }, options: { unique: true, ...whereText('pendingKey') } },
    { fields: { expiresAt: 1 }, options: { partialFilterExpression: { status: 'PENDING' } } },
    // A forgotten password of a person who has never signed up looks for their invite.
    {
      fields: { tenantId: 1, contactKey: 1, createdAt: -1 },
      options: { partialFilterExpression: { status: 'PENDING' } },
    },
    {
      fields: { reminderDueAt: 1 },
      options: { partialFilterExpression: { status: 'PENDING', reminderDueAt: { $type: 'date' } } },
    },
    {
      fields: { 'deliveries.providerMessageId': 1 },
      options: { partialFilterExpression: { 'deliveries.providerMessageId': { $gt: '' } } },
    },
    { fields: { tenantId: 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, updatedAt: -1, _id: -1 } },
    { fields: { tenantId: 1, status: 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, unitId: 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, propertyId: 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, expiresAt: -1, _id: -1 } },
    { fields: { tenantId: 1, contactKey: 1 }, options: whereText('contactKey') },
    { fields: { tenantId: 1, searchWords: 1 } },
    ...Object.values(stuckIndexes),
  ],
});
