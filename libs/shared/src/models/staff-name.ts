import { control } from '@pas/platform/mongo/connections';
import { defineModel } from '@pas/platform/mongo/define-model';
import { field, type RowOf } from '@pas/platform/mongo/fields';

/** Retention in seconds. A record sealed later does not find the name of its actor. */
const keepSeconds = 30 * 24 * 3600;

const fields = {
  /** Tenant and subject, as `staffNameId` joins them. */
  _id: field.text,
  tenantId: field.text,
  name: field.text,
  /** The verified e-mail; null without one. */
  email: field.textOrNull,
  notedAt: field.date,
};

/**
 * The name of a staff member in an audit record of the gateway. The gateway cannot write beside a chain, and names
 * are not sent over the bus. So the sealer reads the name here.
 */
export type StaffNameRow = RowOf<typeof fields>;

/** Returns the id of a staff member's name. A tenant has one identity provider, so subjects are unique in it. */
export const staffNameId = (tenantId: string, subject: string): string => `${tenantId}:${subject}`;

export const StaffNameModel = defineModel('StaffName', {
  connection: control,
  collection: 'staff_names',
  readers: [],
  writers: { gateway: ['insert', 'update'], admin: ['remove'], 'admin-workers': ['remove'] },
  isTenantOwned: false,
  fields,
  indexes: [{ fields: { notedAt: 1 }, options: { expireAfterSeconds: keepSeconds } }],
});
