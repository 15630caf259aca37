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

/** A unit with its building as people write it, such as `12B, Harbor`; null where no building stands behind a comma. */
export function splitHome(text: string): { unitLabel: string; name: string } | null {
  const comma = text.lastIndexOf(',');
  const [unitLabel, name] = [text.slice(0, Math.max(0, comma)).trim(), text.slice(comma + 1).trim()];
  return unitLabel === '' || name === '' ? null : { unitLabel, name };
}

/** The building that a name means among those that fit it: the only one, or the one that is called just so. */
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
    return wrongUnit(`No building is called “${name}”. Choose the building above, and type the unit alone.`);
  }
  const names = fitting.slice(0, 3).map((each) => each.name);
  return wrongUnit(`Which building? Several fit “${name}”, such as ${names.join(', ')}.`);
}

/**
 * Reads where a person is invited to. A building behind a comma, by the beginning of a word of its name, goes before the
 * one that is chosen in the form.
 *
 * @throws ApiProblem for a name that fits no building or several, and where no answer comes
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
