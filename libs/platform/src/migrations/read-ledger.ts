import { MigrationFindingModel } from './migration-finding.ts';
import { MigrationModel, type MigrationRow } from './migration-row.ts';

/** What became of a migration, for operators. */
export interface LedgerEntry {
  id: string;
  state: 'PENDING' | MigrationRow['state'];
  startedAt: Date | null;
  finishedAt: Date | null;
  /** When rows of the release before were last looked for. */
  checkedAt: Date | null;
  examined: number;
  changed: number;
  /** Rows in its report. */
  findings: number;
}

/** Reads the state of some migrations; those that have never begun are PENDING. */
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
