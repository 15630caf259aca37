import { core } from '@pas/platform/mongo/connections';
import { defineModel, deletableFields } from '@pas/platform/mongo/define-model';
import { field, type RowOf } from '@pas/platform/mongo/fields';

const fields = {
  ...deletableFields,
  /** The time of the tenant while it is ahead of real time. */
  frozenAt: field.date,
  /** ADVANCING until the changes that are due at `frozenAt` are stored. */
  status: field.oneOf('ADVANCING', 'READY'),
  /** Real time of the last advance, or the later moment from which every process knows the clock. */
  advancedAt: field.date,
  /** Milliseconds by which planned attempts of webhooks have yet to be brought forward. */
  shiftMs: field.number,
};

/** A test clock of a tenant, in DEV or TEST. */
export type TestClockRow = RowOf<typeof fields>;

export const TestClockModel = defineModel('TestClock', {
  connection: core,
  collection: 'test_clocks',
  readers: ['resident', 'core-mobile', 'webhooks'],
  writers: { admin: ['insert', 'update'], 'admin-workers': ['update'] },
  isTenantOwned: true,
  fields,
  crossTenantReads: { 'test-clocks': 'isLive_1', 'advancing-clocks': 'status_1_advancedAt_1' },
  unique: { tenantId: 'tenantId' },
  indexes: [
    { fields: { tenantId: 1 }, options: { unique: true, partialFilterExpression: { isLive: true } } },
    { fields: { isLive: 1 }, options: { partialFilterExpression: { isLive: true } } },
    {
      fields: { status: 1, advancedAt: 1 },
      options: { partialFilterExpression: { status: 'ADVANCING' } },
    },
    { fields: { tenantId: 1, isLive: 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, updatedAt: -1, _id: -1 } },
  ],
});
