import { hash } from 'node:crypto';
import type { ImportedRow } from '@pas/shared/models/imported-row';
import canonicalize from 'canonicalize';

type Planned = Pick<ImportedRow, 'line' | 'operation' | 'changes'>;

/** The hash of a plan without operations. */
export const emptyPlanHash = hash('sha256', '', 'hex');

/**
 * Adds rows to the hash of a plan, in the order of their lines. Each operation is hashed together with the hash of all
 * operations before it, in canonical JSON (RFC 8785). Its changes belong to it: they name the values that it found.
 *
 * @returns SHA-256, hex
 */
export function extendPlanHash(before: string, rows: readonly Planned[]): string {
  return rows
    .filter(({ operation }) => operation !== null)
    .reduce(
      (planHash, { line, operation, changes }) =>
        hash('sha256', `${planHash}\n${line}\n${canonicalize({ operation, changes })}`, 'hex'),
      before,
    );
}

/** Whether a row that was resolved again does what was planned. */
export function isAsPlanned(planned: Planned, again: Planned): boolean {
  return extendPlanHash(emptyPlanHash, [planned]) === extendPlanHash(emptyPlanHash, [again]);
}
