import { core } from '@pas/platform/mongo/connections';
import { defineModel, tenantFields } from '@pas/platform/mongo/define-model';
import { field, type RowOf } from '@pas/platform/mongo/fields';

/** Subjects of a report. */
export const reportKinds = ['DOOR', 'CALL', 'OTHER'] as const;

/** States of a report. Staff change them. */
export const reportStatuses = ['OPEN', 'DONE'] as const;

const fields = {
  ...tenantFields,
  propertyId: field.text,
  /** The home of the resident. */
  unitId: field.text,
  /** The resident who reported the problem. */
  userId: field.text,
  kind: field.oneOf(...reportKinds),
  /** The words of the resident. */
  text: field.text,
  /** The door of the problem; null without one. */
  accessPointId: field.textOrNull,
  status: field.oneOf(...reportStatuses),
};

/** A problem that a resident has reported to the property manager. */
export type ReportRow = RowOf<typeof fields>;

export const ReportModel = defineModel('Report', {
  connection: core,
  collection: 'reports',
  readers: [],
  writers: { admin: ['update'], 'admin-workers': ['update'], resident: ['insert'] },
  isTenantOwned: true,
  fields,
  indexes: [
    { fields: { tenantId: 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, updatedAt: -1, _id: -1 } },
    { fields: { tenantId: 1, propertyId: 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, propertyId: 1, updatedAt: -1, _id: -1 } },
    { fields: { tenantId: 1, status: 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, status: 1, updatedAt: -1, _id: -1 } },
    { fields: { tenantId: 1, userId: 1 } },
    // Free text may contain personal values of anybody, so it is kept for little more than a year.
    { fields: { createdAt: 1 }, options: { expireAfterSeconds: 400 * 86_400 } },
  ],
});
