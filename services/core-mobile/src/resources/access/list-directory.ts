import { takeTurns } from '@pas/platform/concurrency/take-turns';
import type { Page } from '@pas/platform/http/page';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { UnitModel, type UnitRow } from '@pas/shared/models/unit';
import { isCurrent, UserModel, type UserRow } from '@pas/shared/models/user';

/** A line of a panel's directory. */
export interface DirectoryEntry {
  label: string;
  displayName: string;
  /** Code that a visitor keys in to ring the unit; null only while an upgrade is running. */
  dialCode: string | null;
}

type Unit = Pick<UnitRow, '_id' | 'label' | 'propertyId' | 'dialCode'>;
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

/** Reads the units in which people live or have lived. */
async function readUnits({ tenantId }: OperationContext, people: readonly Person[]): Promise<Unit[]> {
  const turn = takeTurns();
  const ids = [...new Set(people.flatMap(({ residences }) => residences.map(({ unitId }) => unitId)))];
  const units: Unit[] = [];
  for (let from = 0; from < ids.length; from += unitsAtOnce) {
    const filter = { _id: { $in: ids.slice(from, from + unitsAtOnce) }, tenantId, isLive: true };
    units.push(...(await UnitModel.find(filter, { label: 1, propertyId: 1, dialCode: 1 }).lean<Unit[]>()));
    await turn();
  }
  return units;
}

/** Reads the people who chose to be shown and whose residences include one in the properties, even an ended one. */
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
  const propertyIds = [...(ctx.principal.propertyIds ?? [])];
  const people = await readShown(ctx, propertyIds);
  const units = await readUnits(ctx, people);
  const byId = new Map(
    units.filter(({ propertyId }) => propertyIds.includes(propertyId)).map((unit) => [unit._id, unit]),
  );
  const entries = people.flatMap((person) => {
    const displayName = displayNameOf(person);
    if (displayName === null) return [];
    const homes = new Set(
      person.residences.filter((residence) => isCurrent(residence, ctx)).map(({ unitId }) => unitId),
    );
    return [...homes].flatMap((unitId): DirectoryEntry[] => {
      const unit = byId.get(unitId);
      return unit ? [{ label: unit.label, displayName, dialCode: unit.dialCode ?? null }] : [];
    });
  });
  entries.sort(inOrder(sort));
  return { directory: entries.slice(offset, offset + limit), total: entries.length, limit, offset };
}
