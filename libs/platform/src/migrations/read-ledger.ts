import { MigrationFindingModel } from './migration-finding.ts';
import { MigrationModel, type MigrationRow } from './migration-row.ts';

/** State of a migration, for operators. */
export interface LedgerEntry {
  id: string;
  state: 'PENDING' | MigrationRow['state'];
  startedAt: Date | null;
  finishedAt: Date | null;
  /** End of the last follow-up pass for rows of the previous release. */
  checkedAt: Date | null;
  examined: number;
  changed: number;
  /** Number of rows in its report. */
  findings: number;
}

/** Reads the state of migrations. A migration that has never begun is PENDING. */
export async function readLedger(ids: readonly string[]): Promise<LedgerEntry[]> {
  const rows = await MigrationModel.find({ _id: { $in: [...ids] } }).lean<MigrationRow[]>();
  return Promise.all(
    ids.map(async (id) => {
      const {
        state = 'PENDING',
        startedAt = null,
        finishedAt = null,
        checkedAt = null,
        ...row
      } = rows.find(({ _id }) => _id === id) ?? { examined: 0, changed: 0 };
      const { examined, changed } = row;
      const findings = await MigrationFindingModel.countDocuments({ migration: id }).setOptions({
        crossTenant: 'findings-of-migration',
      });
      return { id, state, startedAt, finishedAt, checkedAt, examined, changed, findings };
    }),
  );
}
