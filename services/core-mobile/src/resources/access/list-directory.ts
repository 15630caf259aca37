import { takeTurns } from '@pas/platform/concurrency/take-turns';
import type { Page } from '@pas/platform/http/page';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { UnitModel, type UnitRow } from '@pas/shared/models/unit';
import { isCurrent, UserModel, type UserRow } from '@pas/shared/models/user';

/** A line of a panel's directory. */
export interface DirectoryEntry {
  label: string;
  displayName: string;
  /** Code that a visitor types to ring the unit; null when it would name several units. */
  dialCode: string | null;
}

type Unit = Pick<UnitRow, '_id' | 'label' | 'labelKey'>;
type Person = Pick<UserRow, '_id' | 'firstName' | 'lastName' | 'directory' | 'residences' | 'status'>;

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

function initialOf(name: string): string {
  const [first] = letters.segment(name.trim());
  return `${first?.segment.toUpperCase() ?? ''}.`;
}

/** Returns the name that a panel shows; null for a hidden or nameless person. */
function displayNameOf({ firstName, lastName, directory }: Person): string | null {
  const names = [firstName, lastName].filter((name) => name !== null && name.trim() !== '') as string[];
  if (names.length === 0 || (directory !== 'NAME' && directory !== 'INITIALS')) return null;
  return names.map((name) => (directory === 'NAME' ? name.trim() : initialOf(name))).join(' ');
}

/** Maps each unit to its dial code: the digits of its label, when they are unique in the property. */
function dialCodes(units: readonly Unit[]): Map<string, string | null> {
  const digitsOf = ({ labelKey }: Unit): string => labelKey.replaceAll(/\D/g, '');
  const byDigits = Map.groupBy(units, digitsOf);
  return new Map(
    units.map((unit) => {
      const digits = digitsOf(unit);
      return [unit._id, digits !== '' && byDigits.get(digits)?.length === 1 ? digits : null];
    }),
  );
}

const collator = new Intl.Collator('en', { numeric: true });

/** Compares entries by the requested fields, then by unit and name. */
function inOrder(sort: Page['sort']): (a: DirectoryEntry, b: DirectoryEntry) => number {
  const label = { field: 'label', direction: 1 as const };
  const keys = [...sort, label, { field: 'displayName', direction: 1 as const }];
  return (a, b) => {
    for (const { field, direction } of keys) {
      const name = field === 'displayName' ? 'displayName' : 'label';
      const order = collator.compare(a[name], b[name]);
      if (order !== 0) return order * direction;
    }
    return 0;
  };
}

/**
 * Units read by one statement. The driver decodes a batch without yielding, and requests at doors must not wait for it.
 */
const unitsAtOnce = 500;

/** Reads all units of the properties, because a dial code must be unique among them. */
async function readUnits({ tenantId }: OperationContext, propertyIds: readonly string[]): Promise<Unit[]> {
  const turn = takeTurns();
  const units: Unit[] = [];
  for (const propertyId of propertyIds)
    for (let after = ''; ;) {
      const filter = { tenantId, propertyId, isLive: true, labelKey: { $gt: after } };
      const rows = await UnitModel.find(filter, { label: 1, labelKey: 1 })
        .sort({ labelKey: 1 })
        .limit(unitsAtOnce)
        .lean<Unit[]>();
      units.push(...rows);
      await turn();
      if (rows.length < unitsAtOnce) break;
      after = rows.at(-1)?.labelKey ?? '';
    }
  return units;
}

/** Reads people of the properties who chose to be shown, including former residents. */
async function readShown({ tenantId }: OperationContext, propertyIds: readonly string[]): Promise<Person[]> {
  const shown = {
    directory: { $in: ['INITIALS', 'NAME'] as const },
    status: { $in: ['ACTIVE', 'INVITED'] as const },
  };
  const turn = takeTurns();
  const people: Person[] = [];
  const filter = {
    tenantId,
    isLive: true,
    kind: 'RESIDENT' as const,
    'residences.propertyId': { $in: [...propertyIds] },
    ...shown,
  };
  const fields = { firstName: 1, lastName: 1, directory: 1, residences: 1, status: 1 };
  for await (const person of UserModel.find(filter, fields).lean<Person[]>().cursor()) {
    people.push(person);
    await turn();
  }
  return people;
}

/** Lists the residents of the controller's property who chose to be shown. */
export async function listDirectory(ctx: OperationContext, { limit, offset, sort }: Page) {
  const { principal, now } = ctx;
  const propertyIds = [...(principal.propertyIds ?? [])];
  const people = await readShown(ctx, propertyIds);
  const units = people.length === 0 ? [] : await readUnits(ctx, propertyIds);
  const codes = dialCodes(units);
  const byId = new Map(units.map((unit) => [unit._id, unit]));
  const entries = people.flatMap((person) => {
    const displayName = displayNameOf(person);
    if (displayName === null) return [];
    const homes = new Set(
      person.residences.filter((residence) => isCurrent(residence, now)).map(({ unitId }) => unitId),
    );
    return [...homes].flatMap((unitId): DirectoryEntry[] => {
      const unit = byId.get(unitId);
      return unit ? [{ label: unit.label, displayName, dialCode: codes.get(unitId) ?? null }] : [];
    });
  });
  entries.sort(inOrder(sort));
  return { directory: entries.slice(offset, offset + limit), total: entries.length, limit, offset };
}
