import { searchWords } from '@pas/platform/text/search-words';
import { core } from '@pas/platform/mongo/connections';
import { defineModel, deletableFields, uniqueAmongLive, whereText } from '@pas/platform/mongo/define-model';
import { field, nullsOf, type RowOf } from '@pas/platform/mongo/fields';
import { emailWords } from '../contacts/email.ts';
import { phoneWords } from '../contacts/phone-search.ts';

const delivery = {
  /** `dlv_…`; the idempotency key of the message. */
  id: field.text,
  channel: field.oneOf('EMAIL', 'SMS'),
  status: field.oneOf('QUEUED', 'SENT', 'DELIVERED', 'BOUNCED', 'FAILED'),
  error: field.textOrNull,
  /** The carrier's id of the message; receipts contain it. */
  providerMessageId: field.textOrNull,
  at: field.date,
};

/** One message with the link of a pass, to the contact of its holder. */
export type PassDelivery = RowOf<typeof delivery>;

const fields = {
  ...deletableFields,
  propertyId: field.text,
  accessPointIds: field.textList,
  kind: field.oneOf('GUEST', 'CARRIER', 'VENDOR', 'TOUR'),
  /**
   * Creator of the pass. A resident's pass opens only doors that the resident may open, and nothing after the
   * move-out.
   */
  createdBy: field.group({ type: field.oneOf('RESIDENT', 'STAFF', 'API_KEY'), id: field.text }),
  /** The pass of the first holder; null in that pass, and in a pass with one holder. */
  groupId: field.textOrNull,
  /** The guest or holder. */
  guestName: field.textOrNull,
  holderEmail: field.textOrNull,
  /** The comparable form of the e-mail. */
  holderEmailKey: field.textOrNull,
  /** E.164. */
  holderPhone: field.textOrNull,
  startsAt: field.date,
  /** Exclusive. */
  endsAt: field.date,
  /** The days on which a daily window begins; empty for every day. */
  weekdays: field.listOfChoices('MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'),
  /** `HH:MM` in the local time of the property. A window whose end precedes its start ends on the next day. */
  timeFrom: field.textOrNull,
  /** Exclusive. */
  timeTo: field.textOrNull,
  maxUses: field.numberOrNull,
  uses: field.number,
  /** Name of the secret of the token. */
  secretVersion: field.text,
  /** SHA-256 of the token, hex. */
  tokenHash: field.text,
  /** Selects one of the token's PINs, so that PINs are unique among the live passes of a door. */
  pinCounter: field.number,
  /** One text for each door: a keyed digest of door and PIN. Unique among live passes. */
  pinKeys: field.textList,
  /** The last messages to the holder, the newest last. */
  deliveries: field.listOf(delivery),
  /** The actor who ended the pass before its time; null otherwise. */
  endedBy: field.groupOrNull({ type: field.text, id: field.textOrNull, name: field.textOrNull }),
  endReason: field.oneOfOrNull('REVOKED', 'MOVED_OUT'),
  /** The reason in the words of staff. */
  endNote: field.textOrNull,
};

/**
 * A right to open doors for a guest, in a window of time. Neither token nor PIN is stored. A revoked pass has
 * `deletedAt`. An ended pass stays live for another day, which keeps its PIN reserved.
 */
export type AccessPassRow = RowOf<typeof fields>;

/** The fields that are null in a new pass, unless its creator sets them. */
export const emptyAccessPass = nullsOf(fields);

export const AccessPassModel = defineModel('AccessPass', {
  connection: core,
  collection: 'access_passes',
  readers: [],
  writers: {
    admin: ['insert', 'update'],
    'admin-workers': ['update'],
    'core-mobile': ['insert', 'update'],
    resident: ['update'],
    webhooks: ['update'],
  },
  isTenantOwned: true,
  crossTenantReads: {
    'pass-by-token': 'tokenHash_1',
    'ended-passes': 'endsAt_1',
    'pass-by-message': 'deliveries.providerMessageId_1',
  },
  fields,
  derived: {
    fields: { searchWords: field.textList },
    from: ['guestName', 'holderEmail', 'holderPhone'],
    // Passes from before contacts of holders have none of them.
    compute: ({ guestName, holderEmail, holderPhone }) => ({
      searchWords: searchWords(
        guestName,
        ...emailWords(holderEmail ?? null),
        ...phoneWords(holderPhone ?? null),
      ),
    }),
  },
  indexes: [
    // The ended passes whose PINs can be reused.
    { fields: { endsAt: 1 }, options: { partialFilterExpression: { isLive: true } } },
    { fields: { tokenHash: 1 }, options: { unique: true } },
    uniqueAmongLive({ tenantId: 1, pinKeys: 1 }),
    // The revoked passes, by their PINs.
    {
      fields: { tenantId: 1, pinKeys: 1, deletedAt: -1 },
      options: { partialFilterExpression: { deletedAt: { $gt: new Date(0) } } },
    },
    { fields: { tenantId: 1, isLive: 1, 'createdBy.id': 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, isLive: 1, 'createdBy.id': 1, endsAt: 1, _id: 1 } },
    { fields: { tenantId: 1, holderEmailKey: 1 }, options: whereText('holderEmailKey') },
    { fields: { tenantId: 1, holderPhone: 1 }, options: whereText('holderPhone') },
    { fields: { tenantId: 1, 'endedBy.id': 1 }, options: whereText('endedBy.id') },
    {
      fields: { 'deliveries.providerMessageId': 1 },
      options: { partialFilterExpression: { 'deliveries.providerMessageId': { $gt: '' } } },
    },
    { fields: { tenantId: 1, isLive: 1, searchWords: 1 } },
    { fields: { tenantId: 1, isLive: 1, groupId: 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, isLive: 1, groupId: 1, endsAt: 1, _id: 1 } },
    { fields: { tenantId: 1, isLive: 1, groupId: 1, updatedAt: -1, _id: -1 } },
    { fields: { tenantId: 1, isLive: 1, groupId: 1, propertyId: 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, isLive: 1, groupId: 1, accessPointIds: 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, isLive: 1, groupId: 1, kind: 1, createdAt: -1, _id: -1 } },
  ],
});
