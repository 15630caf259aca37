import { runCommit } from '../committing/run-commit.ts';
import type { ImportLane } from '../import-work.ts';
import { runRevert } from '../reverting/run-revert.ts';
import { validateImport } from '../planning/validate-import.ts';

/** Lanes of waiting imports. Validation writes little, so more imports are validated at once. */
export const importLanes: readonly ImportLane[] = [
  { name: 'validate', jobs: { VALIDATING: validateImport }, maxAtOnce: 8 },
  { name: 'execute', jobs: { COMMITTING: runCommit, REVERTING: runRevert }, maxAtOnce: 2 },
];
