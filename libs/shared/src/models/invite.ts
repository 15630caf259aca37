import { core } from '@pas/platform/mongo/connections';
import { defineModel, tenantFields, whereText, type TenantRow } from '@pas/platform/mongo/define-model';

export type Channel = 'EMAIL' | 'SMS';
export type DeliveryStatus = 'QUEUED' | 'SENT' | 'DELIVERED' | 'BOUNCED' | 'FAILED';

/** One message to one contact of an invite. */
export interface Delivery {
  /** `dlv_…`; the key under which the message is sent once. */
  id: string;
  channel: Channel;
  /** The whole address or number; masked on its way out. */
  to: string;
  status: DeliveryStatus;
  error: string | null;
  /** What the carrier calls the message; receipts name it. */
  providerMessageId: string | null;
  /** The token's version that the message carries. */
  tokenVersion: number;
  at: Date;
}

/** An offer to a person to live in a unit. */
export interface InviteRow extends TenantRow {
  propertyId: string;
  unitId: string;
  /** SHA-256 of the token that is good now, hex. */
  tokenHash: string;
  /** Hashes of tokens that a rotation has ended: they answer 410 and not 404. */
  pastTokenHashes: string[];
  tokenVersion: number;
  /** Which of the configured secrets the token is derived with. */
  secretVersion: string;
  status: 'PENDING' | 'ACCEPTED' | 'EXPIRED';
  expiredReason: 'TTL' | 'REVOKED' | 'SUPERSEDED' | null;
  expiresAt: Date;
  inviteeEmail: string | null;
  inviteePhone: string | null;
  inviteeName: string | null;
  /** The e-mail's or else the phone's comparable form; null where there is neither. */
  contactKey: string | null;
  /** `<unit>|<contact key>` while PENDING and addressed to somebody: at most one such invite at a time. */
  pendingKey: string | null;
  createdBy: { type: string; id: string | null; name: string | null };
  lastSentAt: Date | null;
  sendCount: number;
  previewedAt: Date | null;
  acceptedAt: Date | null;
  acceptedUserId: string | null;
  revokedAt: Date | null;
  deliveries: Delivery[];
  searchWords: string[];
}

const text = { type: String, default: null };
const date = { type: Date, default: null };

export const InviteModel = defineModel<InviteRow>('Invite', {
  connection: core,
  collection: 'invites',
  writers: ['admin', 'resident'],
  isTenantOwned: true,
  isCounted: true,
  fields: {
    ...tenantFields,
    propertyId: { type: String, required: true },
    unitId: { type: String, required: true },
    tokenHash: { type: String, required: true },
    pastTokenHashes: { type: [String], default: [] },
    tokenVersion: { type: Number, required: true },
    secretVersion: { type: String, required: true },
    status: { type: String, required: true },
    expiredReason: text,
    expiresAt: { type: Date, required: true },
    inviteeEmail: text,
    inviteePhone: text,
    inviteeName: text,
    contactKey: text,
    pendingKey: text,
    createdBy: { type: { type: String, required: true }, id: text, name: text },
    lastSentAt: date,
    sendCount: { type: Number, default: 0 },
    previewedAt: date,
    acceptedAt: date,
    acceptedUserId: text,
    revokedAt: date,
    deliveries: [
      {
        _id: false,
        id: { type: String, required: true },
        channel: { type: String, required: true },
        to: { type: String, required: true },
        status: { type: String, required: true },
        error: text,
        providerMessageId: text,
        tokenVersion: { type: Number, required: true },
        at: { type: Date, required: true },
      },
    ],
    searchWords: { type: [String], default: [] },
  },
  crossTenantReads: {
    'invite-by-token': 'tokenHash_1',
    'invite-by-past-token': 'pastTokenHashes_1',
    'expired-invites': 'expiresAt_1',
  },
  indexes: [
    { fields: { tokenHash: 1 }, options: { unique: true } },
    { fields: { pastTokenHashes: 1 } },
    // The key names the unit, and so the tenant: it is unique without it, too.
    { fields: { pendingKey: 1, tenantId: 1 }, options: { unique: true, ...whereText('pendingKey') } },
    { fields: { expiresAt: 1 }, options: { partialFilterExpression: { status: 'PENDING' } } },
    { fields: { tenantId: 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, updatedAt: -1, _id: -1 } },
    { fields: { tenantId: 1, status: 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, unitId: 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, propertyId: 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, expiresAt: -1, _id: -1 } },
    { fields: { tenantId: 1, searchWords: 1 } },
  ],
});
