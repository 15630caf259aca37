import { control } from '@pas/platform/mongo/connections';
import { defineModel } from '@pas/platform/mongo/define-model';
import { field, type RowOf } from '@pas/platform/mongo/fields';

/** The longest time, in seconds, that a record may wait to be sealed and still find the name of its actor. */
const keepSeconds = 30 * 24 * 3600;

const fields = {
  /** Tenant and subject, as `staffNameId` joins them. */
  _id: field.text,
  tenantId: field.text,
  name: field.text,
  /** The verified e-mail; null where there is none. */
  email: field.textOrNull,
  notedAt: field.date,
};

/**
 * The name of a staff member about whom the gateway has submitted an audit record. The gateway has no place beside a
 * chain, and no name may travel on the bus: the sealer reads the name here.
 */
export type StaffNameRow = RowOf<typeof fields>;

/** The id of a staff member's name; a tenant has the staff of one identity provider, so subjects differ in it. */
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
