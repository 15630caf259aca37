import type { ImportedRow } from '@pas/shared/models/imported-row';
import { createLineIndex, createLineTexts } from './line-index.ts';
import { hasPhoneOnly, nameKey, personDetails, personField, personKeys } from './person-keys.ts';
import type { ReadRow } from './read-row.ts';
import type { RowProblem } from './row-problems.ts';

/** Links between the rows of a table. */
export interface RowLinks {
  /** Finds the first line of the row's person: the row's own line if no earlier line names the person. */
  personLine(row: ReadRow): { line: number; problem: RowProblem | null };
  /** Finds the line that creates the row's unit: the row's own line if no earlier line does. */
  unitLine(row: ReadRow): number;
  /** Adds a row without errors, for the rows that follow. */
  add(row: ReadRow, made: { isNewUnit: boolean }): void;
}

const unitText = ({ property, unit }: ReadRow): string => `${property?._id} ${unit?.labelKey}`;

/** Returns the key of a row that only phone and name identify. */
const phoneText = ({ person }: ReadRow): string => `${person.phone} ${nameKey(person)}`;

function duplicate(row: ReadRow, line: number, why: string): RowProblem {
  return { field: personField(row), code: 'duplicate_in_file', message: `Line ${line} ${why}` };
}

/**
 * Tracks the people and units of a table while its rows are resolved in order. Details of a person are stored under
 * their first line. The index has only texts that a later row may search for. If each row has an e-mail, it has one
 * text for each row and unit.
 */
export function trackRowLinks(): RowLinks {
  const lines = createLineIndex();
  const [details, homes] = [createLineTexts(), createLineTexts()];
  const find = (kind: string, text: string): number | undefined => lines.find(`${kind} ${text}`);
  const keep = (kind: string, text: string, line: number): void => lines.keep(`${kind} ${text}`, line);
  const findSame = (row: ReadRow): number | undefined => {
    const byKey = personKeys(row).map((key) => find('person', key));
    const found = byKey.filter((line) => line !== undefined);
    if (found.length > 0) return Math.min(...found);
    if (row.person.phone === undefined) return undefined;
    return find(hasPhoneOnly(row) ? 'phone' : 'phone-only', phoneText(row));
  };
  return {
    personLine(row) {
      const line = findSame(row);
      if (line === undefined) return { line: row.line, problem: null };
      if (!details.isSame(line, personDetails(row))) {
        const why = 'is the same resident with other details. Make the two rows agree, or remove one.';
        return { line, problem: duplicate(row, line, why) };
      }
      const sameUnit = homes.isSame(line, unitText(row)) ? line : find('lives', `${line} ${unitText(row)}`);
      const why = 'is the same resident in the same unit. Remove one of the two rows.';
      return { line, problem: sameUnit === undefined ? null : duplicate(row, sameUnit, why) };
    },
    unitLine: (row) => find('unit', unitText(row)) ?? row.line,
    add(row, { isNewUnit }) {
      const line = findSame(row) ?? row.line;
      for (const key of personKeys(row)) keep('person', key, line);
      if (row.person.phone !== undefined) {
        keep('phone', phoneText(row), line);
        if (hasPhoneOnly(row)) keep('phone-only', phoneText(row), line);
      }
      if (line === row.line) {
        details.keep(line, personDetails(row));
        homes.keep(line, unitText(row));
      } else keep('lives', `${line} ${unitText(row)}`, row.line);
      if (isNewUnit) keep('unit', unitText(row), row.line);
    },
  };
}

/** Returns the links of rows that were resolved before, as stored with the plan. */
export function plannedRowLinks(
  planned: readonly Pick<ImportedRow, 'line' | 'personLine' | 'unitLine'>[],
): RowLinks {
  const byLine = new Map(planned.map((row) => [row.line, row]));
  return {
    personLine: ({ line }) => ({ line: byLine.get(line)?.personLine ?? line, problem: null }),
    unitLine: ({ line }) => byLine.get(line)?.unitLine ?? line,
    add: () => undefined,
  };
}
