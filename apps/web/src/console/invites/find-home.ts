import type { QueryClient } from '@tanstack/react-query';
import { read, toProblem, type ApiProblem } from '../../api/problem.ts';
import { api, liveRows } from '../api.ts';
import type { Unit } from '../buildings/stack-floors.ts';
import { searchTextOf, unitNamed } from './unit-labels.ts';

interface Building {
  id: string;
  name: string;
}

/** The home of an invite as a person enters it. */
export interface TypedHome {
  /** A unit, or a unit and its building: `12B, Harbor`. */
  text: string;
  /** The chosen building; empty without one. */
  propertyId: string;
}

/** The units that fit a typed home. */
export interface HomeMatches {
  /** The building of the home; empty without one. */
  propertyId: string;
  unitLabel: string;
  /** Units of the building with such a label; of all buildings without one. */
  units: readonly Unit[];
  /** The unit of the building with exactly this label; null without one. */
  unit: Unit | null;
}

/** The part of an invite's body that names its home. */
export type InvitedHome = { unitId: string } | { propertyId: string; unitLabel: string };

/** Splits a text such as `12B, Harbor` into unit and building; null without a building behind a comma. */
export function splitHome(text: string): { unitLabel: string; name: string } | null {
  const comma = text.lastIndexOf(',');
  const [unitLabel, name] = [text.slice(0, Math.max(0, comma)).trim(), text.slice(comma + 1).trim()];
  return unitLabel === '' || name === '' ? null : { unitLabel, name };
}

/** Returns the only fitting building, else the one with exactly this name, else null. */
export function findNamedBuilding(name: string, fitting: readonly Building[]): Building | null {
  const [only] = fitting;
  if (fitting.length === 1 && only) return only;
  const same = fitting.filter((each) => each.name.toLowerCase() === name.toLowerCase());
  return same.length === 1 ? (same[0] ?? null) : null;
}

const mostBuildings = 20;
const mostUnits = 50;

const refuse = (path: string, message: string): ApiProblem =>
  toProblem(422, { code: 'validation_failed', errors: [{ path, message }] }, null);

function refuseBuilding(name: string, fitting: readonly Building[]): ApiProblem {
  if (fitting.length === 0) {
    const advice = 'Choose the building above, and type only the unit.';
    return refuse('unitLabel', `No building is called “${name}”. ${advice}`);
  }
  const names = fitting.slice(0, 3).map((each) => each.name);
  return refuse('unitLabel', `Which building? Several fit “${name}”, such as ${names.join(', ')}.`);
}

/**
 * Separates unit and building. A building behind a comma takes precedence over the chosen one. It matches by the
 * beginning of a word of its name.
 *
 * @throws ApiProblem for a name that fits no building or several, and for a missing answer
 */
export async function readHome(
  cache: QueryClient,
  { text, propertyId }: TypedHome,
): Promise<{ propertyId: string; unitLabel: string }> {
  const written = splitHome(text);
  if (written === null) return { propertyId, unitLabel: text.trim() };
  const { unitLabel, name } = written;
  const { properties } = await cache.fetchQuery({
    queryKey: ['properties', 'named', name],
    queryFn: ({ signal }) => {
      const query = { q: name, status: 'ACTIVE' as const, limit: mostBuildings, sort: 'name' };
      return read(api.GET('/api/admin/properties', { params: { query }, signal }));
    },
    staleTime: 60_000,
    retry: false,
  });
  const fitting = liveRows(properties);
  const meant = findNamedBuilding(name, fitting);
  if (meant === null) throw refuseBuilding(name, fitting);
  return { propertyId: meant.id, unitLabel };
}

/**
 * Finds the units that fit a typed home.
 *
 * @throws ApiProblem as `readHome`
 */
export async function matchHomes(cache: QueryClient, typed: TypedHome): Promise<HomeMatches> {
  const { propertyId, unitLabel } = await readHome(cache, typed);
  const q = searchTextOf(unitLabel);
  const { units } = await cache.fetchQuery({
    queryKey: ['units', 'like', q, propertyId],
    queryFn: ({ signal }) => {
      const query = {
        limit: mostUnits,
        sort: 'label',
        ...(q !== '' && { q }),
        ...(propertyId !== '' && { propertyId }),
      };
      return read(api.GET('/api/admin/units', { params: { query }, signal }));
    },
    staleTime: 5000,
    retry: false,
  });
  const found = liveRows(units);
  const unit = propertyId === '' ? null : unitNamed(found, unitLabel);
  return { propertyId, unitLabel, units: found, unit };
}

/**
 * Resolves the home of an invite. A unit that does not exist is only created by the person's explicit choice.
 *
 * @throws ApiProblem for a missing building or unit, and as `readHome`
 */
export async function resolveHome(
  cache: QueryClient,
  { isNew, ...typed }: TypedHome & { isNew: boolean },
): Promise<InvitedHome> {
  const { propertyId, unitLabel, unit } = await matchHomes(cache, typed);
  if (propertyId === '') throw refuse('propertyId', 'Choose the building.');
  if (unit) return { unitId: unit.id };
  if (isNew) return { propertyId, unitLabel };
  throw refuse('unitLabel', 'This building has no such unit. Choose one from the list, or create the unit.');
}
