import { core } from '@pas/platform/mongo/connections';
import { defineModel } from '@pas/platform/mongo/define-model';
import { field, type RowOf } from '@pas/platform/mongo/fields';

/** Time within which a move can be undone, in milliseconds: 24 hours. */
export const undoWithinMs = 24 * 3_600_000;

const fields = {
  /** `rcp_…` */
  _id: field.text,
  tenantId: field.text,
  userId: field.text,
  kind: field.oneOf('MOVE_OUT', 'TRANSFER'),
  residenceId: field.text,
  unitId: field.text,
  propertyId: field.text,
  /** The end of the residence before the move; null for none. */
  endedBefore: field.dateOrNull,
  /** The end of the residence by the move. */
  endedAt: field.date,
  /** The residence in the other unit, for a transfer. */
  startedResidenceId: field.textOrNull,
  /** Whether the whole move took effect with the request, at `createdAt`. */
  isDone: field.flag,
  sessions: field.textList,
  devices: field.textList,
  passes: field.textList,
  /** The receipt as it was answered. */
  receipt: field.json<object>(),
  createdAt: field.date,
  undoneAt: field.dateOrNull,
};

/** The effects of a move-out or transfer, which can be undone for a day. */
export type MoveReceiptRow = RowOf<typeof fields>;

export const MoveReceiptModel = defineModel('MoveReceipt', {
  connection: core,
  collection: 'move_receipts',
  readers: [],
  writers: { admin: ['insert', 'update'] },
  isTenantOwned: true,
  fields,
  indexes: [
    { fields: { tenantId: 1, userId: 1, createdAt: -1, _id: -1 } },
    { fields: { createdAt: 1 }, options: { expireAfterSeconds: 30 * 24 * 3600 } },
  ],
});
