import type { ImportedRow, ImportVerdict } from '@pas/shared/models/imported-row';

/** A row that waits to be resolved. */
export type SentRow = Pick<ImportedRow, 'line' | 'cells'>;

/** Result of resolving a row: the fields of the stored row that form the plan. */
export type ResolvedRow = Pick<
  ImportedRow,
  | 'line'
  | 'cells'
  | 'propertyId'
  | 'unitId'
  | 'userId'
  | 'personLine'
  | 'unitLine'
  | 'operation'
  | 'changes'
  | 'problems'
> & { verdict: Extract<ImportVerdict, 'create' | 'update' | 'unchanged' | 'skip' | 'error' | 'move_out'> };
