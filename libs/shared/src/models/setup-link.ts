import { control } from '@pas/platform/mongo/connections';
import { defineModel } from '@pas/platform/mongo/define-model';
import { field, type RowOf } from '@pas/platform/mongo/fields';
import { createdBy } from './created-by.ts';

const fields = {
  _id: field.text,
  tenantId: field.text,
  /** The address of the only person who can use the link. */
  email: field.text,
  /** The comparable form of the e-mail. */
  emailKey: field.text,
  /** SHA-256 of the token, hex. */
  tokenHash: field.text,
  expiresAt: field.date,
  usedAt: field.dateOrNull,
  revokedAt: field.dateOrNull,
  createdBy,
  createdAt: field.date,
  updatedAt: field.date,
  version: field.number,
};

/** A link with which the first manager of a new company signs in. */
export type SetupLinkRow = RowOf<typeof fields>;

export const SetupLinkModel = defineModel('SetupLink', {
  connection: control,
  collection: 'setup_links',
  readers: [],
  writers: {
    gateway: ['update'],
    admin: ['insert', 'update', 'remove'],
    'admin-workers': ['update', 'remove'],
    cli: ['insert', 'update'],
  },
  isTenantOwned: false,
  fields,
  indexes: [
    { fields: { tokenHash: 1 }, options: { unique: true } },
    { fields: { tenantId: 1, createdAt: -1, _id: -1 } },
  ],
});
