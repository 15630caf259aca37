import { control } from '@pas/platform/mongo/connections';
import { defineModel } from '@pas/platform/mongo/define-model';
import { field, type RowOf } from '@pas/platform/mongo/fields';
import { logoTypes } from './tenant.ts';

const fields = {
  /** The tenant. */
  _id: field.text,
  /** As in the tenant's `logo`. */
  hash: field.text,
  mediaType: field.oneOf(...logoTypes),
  /** The cleaned image, at most some 100 kB. */
  bytes: field.bytes,
};

/** The present logo of a tenant. A removed logo and the logo of a deleted tenant have no row. */
export type TenantLogoRow = RowOf<typeof fields>;

export const TenantLogoModel = defineModel('TenantLogo', {
  connection: control,
  collection: 'tenant_logos',
  readers: ['gateway'],
  writers: { admin: ['insert', 'update', 'remove'] },
  isTenantOwned: false,
  fields,
  indexes: [],
});
