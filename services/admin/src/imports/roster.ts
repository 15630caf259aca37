import { createLineIndex } from './line-index.ts';
import { loadMatches } from './load-matches.ts';
import { readRow, type ReadRow } from './read-row.ts';
import type { ResolvedRow } from './resolved-row.ts';
import type { Resolver } from './resolve-rows.ts';

/** Who is in the table of an import, as far as the tenant knows them. */
export interface Roster {
  /** The properties of rows without errors. */
  propertyIds: ReadonlySet<string>;
  /** Notes rows once they are resolved. */
  note(rows: readonly ResolvedRow[]): Promise<void>;
  hasUser(userId: string): boolean;
  /** Whether a row is about the unit that does not say who lives there. */
  hasUnreadable(unitId: string): boolean;
}

const namesNobody = ({ person, emailKey }: ReadRow): boolean =>
  person.externalId === undefined && emailKey === null && person.phone === undefined;

/**
 * Tracks who is in the table: 12 bytes for each resident. A row with errors counts for every resident whom it may mean,
 * so that nobody is proposed to move out for a misspelt cell. Where it names nobody, it counts for all in its unit.
 */
export function trackRoster({ ctx, imported, directory }: Resolver): Roster {
  const present = createLineIndex();
  const unreadable = createLineIndex();
  const propertyIds = new Set<string>();
  const noteFaulty = async (faulty: readonly ResolvedRow[]): Promise<void> => {
    const read = faulty.map((row) => readRow(row, { columns: imported.columns, directory }));
    const matches = await loadMatches(ctx, read);
    for (const row of read) {
      const { externalId, phone } = row.person;
      const meant = [
        externalId === undefined ? null : matches.byExternalId(externalId),
        row.emailKey === null ? null : matches.byEmail(row.emailKey),
        ...(phone === undefined ? [] : matches.byPhone(phone)),
      ];
      for (const user of meant) if (user) present.keep(user._id, row.line);
      const unit = row.property && row.unit && matches.unit(row.property._id, row.unit.labelKey);
      if (unit && namesNobody(row)) unreadable.keep(unit._id, row.line);
    }
  };
  return {
    propertyIds,
    async note(rows) {
      for (const { verdict, userId, propertyId, line } of rows) {
        if (verdict === 'error') continue;
        if (userId !== null) present.keep(userId, line);
        if (propertyId !== null) propertyIds.add(propertyId);
      }
      const faulty = rows.filter(({ verdict }) => verdict === 'error');
      if (faulty.length > 0) await noteFaulty(faulty);
    },
    hasUser: (userId) => present.find(userId) !== undefined,
    hasUnreadable: (unitId) => unreadable.find(unitId) !== undefined,
  };
}
