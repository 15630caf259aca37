import { control } from '@pas/platform/mongo/connections';
import { defineModel, uniqueAmongLive } from '@pas/platform/mongo/define-model';

export interface TenantSettings {
  timeZone: string;
  inviteTtlHours: number;
  numberQuarantineDays: number;
  callRingSeconds: number;
}

export interface TenantBilling {
  status: 'NONE' | 'TRIALING' | 'ACTIVE' | 'PAST_DUE' | 'CANCELED';
  customerId: string | null;
  subscriptionId: string | null;
  currentPeriodEnd: Date | null;
}

/** A customer company. Its row stands in the control database and is the same in every environment. */
export interface TenantRow {
  _id: string;
  name: string;
  slug: string;
  status: 'ACTIVE' | 'SUSPENDED';
  billing: TenantBilling;
  settings: TenantSettings;
  searchWords: string[];
  /** Counts what hangs on the tenant in the control database: two changes that must see each other both write it. */
  childrenEpoch?: number;
  createdAt: Date;
  updatedAt: Date;
  version: number;
  isLive: boolean;
  deletedAt: Date | null;
}

export const TenantModel = defineModel<TenantRow>('Tenant', {
  connection: control,
  collection: 'tenants',
  writers: ['admin'],
  isTenantOwned: false,
  fields: {
    _id: { type: String, required: true },
    name: { type: String, required: true },
    slug: { type: String, required: true },
    status: { type: String, required: true },
    billing: {
      status: { type: String, required: true },
      customerId: { type: String, default: null },
      subscriptionId: { type: String, default: null },
      currentPeriodEnd: { type: Date, default: null },
    },
    settings: {
      timeZone: { type: String, required: true },
      inviteTtlHours: { type: Number, required: true },
      numberQuarantineDays: { type: Number, required: true },
      callRingSeconds: { type: Number, required: true },
    },
    searchWords: { type: [String], default: [] },
    childrenEpoch: { type: Number, default: 0 },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
    version: { type: Number, required: true },
    isLive: { type: Boolean, required: true },
    deletedAt: { type: Date, default: null },
  },
  indexes: [
    uniqueAmongLive({ slug: 1 }),
    { fields: { isLive: 1, createdAt: -1, _id: -1 } },
    { fields: { updatedAt: -1, _id: -1 } },
    { fields: { isLive: 1, name: 1, _id: 1 } },
    { fields: { isLive: 1, searchWords: 1 } },
    {
      fields: { 'billing.customerId': 1 },
      options: { partialFilterExpression: { 'billing.customerId': { $type: 'string' } } },
    },
  ],
});
