import { hash } from 'node:crypto';
import type { ImportedRow } from '@pas/shared/models/imported-row';
import canonicalize from 'canonicalize';

type PlannedOperation = Pick<ImportedRow, 'line' | 'operation' | 'changes'>;

/** The hash of a plan without operations. */
export const emptyPlanHash = hash('sha256', '', 'hex');

/**
 * Adds rows to the hash of a plan, in line order. Each operation is hashed with the previous hash, in
 * canonical JSON (RFC 8785). The changes are included, because they name the values found.
 *
 * @returns SHA-256, hex
 */
export function extendPlanHash(before: string, rows: readonly PlannedOperation[]): string {
  return rows
    .filter(({ operation }) => operation !== null)
    .reduce(
      (planHash, { line, operation, changes }) =>
        hash('sha256', `${planHash}\n${line}\n${canonicalize({ operation, changes })}`, 'hex'),
      before,
    );
}

/** Returns the JSON of an operation in stored field order. */
const textOf = ({ line, operation, changes }: PlannedOperation): string =>
  JSON.stringify({ line, operation, changes });

/**
 * Whether a row that was resolved again has the planned operation. The texts are compared first, because canonical
 * JSON and the hash cost far more. Only rows of another release, whose fields have another order, need the hash.
 */
export function isAsPlanned(planned: PlannedOperation, again: PlannedOperation): boolean {
  if (textOf(planned) === textOf(again)) return true;
  return extendPlanHash(emptyPlanHash, [planned]) === extendPlanHash(emptyPlanHash, [again]);
}
