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

/** The text of an operation in the order of its fields, which a row keeps in the store. */
const textOf = ({ line, operation, changes }: Planned): string =>
  JSON.stringify({ line, operation, changes });

/**
 * Whether a row that was resolved again does what was planned. Canonical JSON and the hash decide only where the fields
 * stand in another order, as in rows of another release: they cost many times what the texts do.
 */
export function isAsPlanned(planned: Planned, again: Planned): boolean {
  if (textOf(planned) === textOf(again)) return true;
  return extendPlanHash(emptyPlanHash, [planned]) === extendPlanHash(emptyPlanHash, [again]);
}
