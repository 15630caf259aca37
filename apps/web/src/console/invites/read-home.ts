import type { QueryClient } from '@tanstack/react-query';
import { read, toProblem, type ApiProblem } from '../../api/problem.ts';
import { api, liveRows } from '../api.ts';

/** A unit by its label, and its building. */
export interface Home {
  propertyId: string;
  unitLabel: string;
}

interface Building {
  id: string;
  name: string;
}

/** Splits a text such as `12B, Harbor` into unit and building; null without a building behind a comma. */
export function splitHome(text: string): { unitLabel: string; name: string } | null {
  const comma = text.lastIndexOf(',');
  const [unitLabel, name] = [text.slice(0, Math.max(0, comma)).trim(), text.slice(comma + 1).trim()];
  return unitLabel === '' || name === '' ? null : { unitLabel, name };
}

/** Returns the only fitting building, else the one with exactly this name, else null. */
export function meantBy(name: string, fitting: readonly Building[]): Building | null {
  const [only] = fitting;
  if (fitting.length === 1 && only) return only;
  const same = fitting.filter((each) => each.name.toLowerCase() === name.toLowerCase());
  return same.length === 1 ? (same[0] ?? null) : null;
}

const most = 20;

const wrongUnit = (message: string): ApiProblem =>
  toProblem(422, { code: 'validation_failed', errors: [{ path: 'unitLabel', message }] }, null);

function complain(name: string, fitting: readonly Building[]): ApiProblem {
  if (fitting.length === 0) {
    return wrongUnit(`No building is called “${name}”. Choose the building above, and type only the unit.`);
  }
  const names = fitting.slice(0, 3).map((each) => each.name);
  return wrongUnit(`Which building? Several fit “${name}”, such as ${names.join(', ')}.`);
}

/**
 * Resolves the home of an invite. A building behind a comma takes precedence over the one chosen in the form.
 * It matches by the beginning of a word of its name.
 *
 * @throws ApiProblem for a name that fits no building or several, and for a missing answer
 */
export async function readHome(cache: QueryClient, text: string, chosenId: string): Promise<Home> {
  const written = splitHome(text);
  if (written === null) return { propertyId: chosenId, unitLabel: text };
  const { unitLabel, name } = written;
  const { properties } = await cache.fetchQuery({
    queryKey: ['properties', 'named', name],
    queryFn: () => {
      const query = { q: name, status: 'ACTIVE' as const, limit: most, sort: 'name' };
      return read(api.GET('/api/admin/properties', { params: { query } }));
    },
    staleTime: 60_000,
    retry: false,
  });
  const fitting = liveRows(properties);
  const meant = meantBy(name, fitting);
  if (meant === null) throw complain(name, fitting);
  return { propertyId: meant.id, unitLabel };
}
