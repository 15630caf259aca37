import { createLineIndex } from './line-index.ts';
import { loadMatches } from './load-matches.ts';
import { readRow, type ReadRow } from './read-row.ts';
import type { ResolvedRow } from '../rows/resolved-row.ts';
import type { Resolver } from './resolve-rows.ts';

/** Existing residents in the table of an import. */
export interface Roster {
  /** Properties of rows without errors. */
  propertyIds: ReadonlySet<string>;
  /** Adds resolved rows. */
  add(rows: readonly ResolvedRow[]): Promise<void>;
  hasUser(userId: string): boolean;
  /** Whether a row names the unit but no readable resident. */
  hasUnreadable(unitId: string): boolean;
}

const namesNobody = ({ person, emailKey }: ReadRow): boolean =>
  person.externalId === undefined && emailKey === null && person.phone === undefined;

/**
 * Tracks the residents in the table, with 12 bytes per resident. A row with errors covers every resident that
 * it may mean, so that a misspelled cell causes no move-out. If it identifies nobody, it covers all residents
 * of its unit.
 */
export function trackRoster(resolver: Resolver): Roster {
  const present = createLineIndex();
  const unreadable = createLineIndex();
  const propertyIds = new Set<string>();
  const addFaulty = async (faulty: readonly ResolvedRow[]): Promise<void> => {
    const read = faulty.map((row) => readRow(row, resolver));
    const matches = await loadMatches(resolver.ctx, read);
    for (const row of read) {
      const { externalId, phone } = row.person;
      const meant = [
        externalId === undefined ? null : matches.byExternalId(externalId),
        row.emailKey === null ? null : matches.byEmail(row.emailKey),
        ...(phone === undefined ? [] : matches.byPhone(phone)),
      ];
      for (const user of meant) if (user) present.keep(user._id, row.line);
      const unit = row.property && row.unit && matches.unit(row.property._id, row.unit);
      if (unit && namesNobody(row)) unreadable.keep(unit._id, row.line);
    }
  };
  return {
    propertyIds,
    async add(rows) {
      for (const { verdict, userId, propertyId, line } of rows) {
        if (verdict === 'error') continue;
        if (userId !== null) present.keep(userId, line);
        if (propertyId !== null) propertyIds.add(propertyId);
      }
      const faulty = rows.filter(({ verdict }) => verdict === 'error');
      if (faulty.length > 0) await addFaulty(faulty);
    },
    hasUser: (userId) => present.find(userId) !== undefined,
    hasUnreadable: (unitId) => unreadable.find(unitId) !== undefined,
  };
}
