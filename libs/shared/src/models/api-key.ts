import { control } from '@pas/platform/mongo/connections';
import { defineModel } from '@pas/platform/mongo/define-model';

export type ApiKeyStatus = 'ACTIVE' | 'ROTATING' | 'REVOKED' | 'EXPIRED';

/** A machine's key. What is stored can recognise a key and never yield it: an HMAC under a pepper kept elsewhere. */
export interface ApiKeyRow {
  _id: string;
  /** Null for the platform's own keys. */
  tenantId: string | null;
  /** The part of the key that names it, 12 base62 characters. */
  publicId: string;
  /** HMAC-SHA-256 of the whole key, hex. */
  secretHash: string;
  last4: string;
  prefix: string;
  name: string;
  scopes: string[];
  environments: string[];
  propertyIds: string[] | null;
  rateLimit: { limit: number; windowSeconds: number };
  status: ApiKeyStatus;
  expiresAt: Date;
  graceUntil: Date | null;
  /** The first key of a chain of rotations; all of the chain share a rate bucket. */
  lineageId: string;
  rotatedFrom: string | null;
  replacedBy: string | null;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
  revokedReason: string | null;
  reviewDue: boolean;
  searchWords: string[];
  createdBy: { type: string; id: string | null; name: string | null };
  createdAt: Date;
  updatedAt: Date;
  version: number;
}

export const ApiKeyModel = defineModel<ApiKeyRow>('ApiKey', {
  connection: control,
  collection: 'api_keys',
  writers: ['admin', 'gateway'],
  isTenantOwned: false,
  fields: {
    _id: { type: String, required: true },
    tenantId: { type: String, default: null },
    publicId: { type: String, required: true },
    secretHash: { type: String, required: true },
    last4: { type: String, required: true },
    prefix: { type: String, required: true },
    name: { type: String, required: true },
    scopes: { type: [String], required: true },
    environments: { type: [String], required: true },
    propertyIds: { type: [String], default: null },
    rateLimit: { limit: { type: Number, required: true }, windowSeconds: { type: Number, required: true } },
    status: { type: String, required: true },
    expiresAt: { type: Date, required: true },
    graceUntil: { type: Date, default: null },
    lineageId: { type: String, required: true },
    rotatedFrom: { type: String, default: null },
    replacedBy: { type: String, default: null },
    lastUsedAt: { type: Date, default: null },
    revokedAt: { type: Date, default: null },
    revokedReason: { type: String, default: null },
    reviewDue: { type: Boolean, default: false },
    searchWords: { type: [String], default: [] },
    createdBy: {
      type: { type: String, required: true },
      id: { type: String, default: null },
      name: { type: String, default: null },
    },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
    version: { type: Number, required: true },
  },
  indexes: [
    { fields: { publicId: 1 }, options: { unique: true } },
    { fields: { tenantId: 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, status: 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, updatedAt: -1, _id: -1 } },
    { fields: { tenantId: 1, expiresAt: -1, _id: -1 } },
    { fields: { tenantId: 1, name: 1, _id: 1 } },
    { fields: { tenantId: 1, searchWords: 1 } },
  ],
});
