import type { ClientSession } from 'mongoose';
import { core } from '../mongo/connections.ts';
import { defineModel } from '../mongo/define-model.ts';
import { field, type RowOf } from '../mongo/fields.ts';

const fields = {
  /** The migration and the row, so that a repeated run reports a row once. */
  _id: field.text,
  migration: field.text,
  tenantId: field.text,
  /** The row to examine. */
  rowId: field.text,
  /** The finding and the action taken, in a sentence for operators. */
  message: field.text,
  at: field.date,
};

/** A row of a migration's report that needs a person's decision. */
export type MigrationFindingRow = RowOf<typeof fields>;

export const MigrationFindingModel = defineModel('MigrationFinding', {
  connection: core,
  collection: 'migration_findings',
  readers: ['cli'],
  writers: { 'admin-workers': ['insert', 'update'] },
  isTenantOwned: true,
  fields,
  crossTenantReads: { 'findings-of-migration': 'migration_1_tenantId_1__id_1' },
  indexes: [{ fields: { migration: 1, tenantId: 1, _id: 1 } }],
});

/** Adds a row to a migration's report, in the transaction of the reported change. */
export async function reportFinding(
  finding: Omit<MigrationFindingRow, '_id'>,
  session: ClientSession,
): Promise<void> {
  const { migration, tenantId, rowId } = finding;
  const filter = { _id: `${migration}|${rowId}`, tenantId };
  await MigrationFindingModel.updateOne(filter, { $set: finding }, { upsert: true, session });
}

/** Reads a migration's report, ordered by tenant. */
export async function readFindings(migration: string): Promise<MigrationFindingRow[]> {
  return MigrationFindingModel.find({ migration })
    .sort({ tenantId: 1, _id: 1 })
    .setOptions({ crossTenant: 'findings-of-migration' })
    .lean<MigrationFindingRow[]>();
}
