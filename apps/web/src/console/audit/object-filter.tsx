import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { api, liveRows } from '../api.ts';
import { PickFilter, type Choice } from '../list/pick-filter.tsx';
import { propertyQuery } from '../list/use-properties.ts';
import { nameOfUser } from '../residents/describe-user.ts';
import { useMay } from '../session.tsx';
import { searchSources, type Find } from '../shell/search-sources.ts';
import { shortId } from './describe-record.ts';

/** Matches a whole id, such as a pasted one. */
const wholeId = /^[a-z]+_[0-9a-hjkmnp-tv-z]{26}$/;

/** Readers of names, by the prefix of the id. Ids with other prefixes are shown shortened. */
const names: Readonly<Record<string, (ids: string) => Promise<string | undefined>>> = {
  unit: async (ids) => {
    const { units } = await read(api.GET('/api/admin/units', { params: { query: { ids } } }));
    return liveRows(units)[0]?.label;
  },
  prop: async (ids) => {
    const { properties } = await read(api.GET('/api/admin/properties', { params: { query: { ids } } }));
    return liveRows(properties)[0]?.name;
  },
  user: async (ids) => {
    const { users } = await read(api.GET('/api/admin/users', { params: { query: { ids } } }));
    return liveRows(users).map(nameOfUser)[0];
  },
  door: async (ids) => {
    const found = await read(api.GET('/api/admin/access-points', { params: { query: { ids } } }));
    return liveRows(found.accessPoints)[0]?.name;
  },
};

async function nameOf(id: string): Promise<Choice> {
  const name = await names[id.slice(0, id.indexOf('_'))]?.(id).catch(() => undefined);
  return { value: id, label: name ?? shortId(id) };
}

/** Adds the building to the name of a result, because units and doors of several buildings share names. */
async function toChoice(cache: QueryClient, { key, name, propertyId }: Find): Promise<Choice> {
  if (propertyId === null || propertyId === undefined) return { value: key, label: name };
  const building = await cache.fetchQuery(propertyQuery(propertyId)).catch(() => null);
  return { value: key, label: building ? `${name}, ${building.name}` : name };
}

/** Filters the records by an object. People type the beginning of its name, or paste its id. */
export function ObjectFilter(): ReactNode {
  const may = useMay();
  const cache = useQueryClient();
  const find = async (
    { q = '', ids }: { q?: string; ids?: string },
    signal: AbortSignal,
  ): Promise<Choice[]> => {
    if (ids !== undefined || wholeId.test(q)) return [await nameOf(ids ?? q)];
    if (q === '') return [];
    const sources = searchSources.filter(({ scope }) => may(scope));
    const answers = await Promise.allSettled(sources.map((source) => source.find(q, signal)));
    const finds = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value.finds : []));
    return Promise.all(finds.map((each) => toChoice(cache, each)));
  };
  return (
    <PickFilter label="Object" name="targetId" find={find} hint="Type the beginning of a name or label" />
  );
}
