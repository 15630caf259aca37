import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { read } from '../../api/problem.ts';
import type { SendOptions } from '../../api/sending.ts';
import { api, type Entity } from '../api.ts';
import { readEvents } from './read-events.ts';

/** An import of the Admin API. */
export type Import = Entity<'Import'>;

/** A field of a resident that a column can hold. */
export type ImportField = NonNullable<Import['columns'][number]['field']>;

/** A request for a plan: a file and its options. */
export interface PlanRequest {
  file: File;
  /** The fields of the form as the API names them. */
  fields: Readonly<Record<string, string>>;
}

/** Plans an import: the service checks the file and stores only the plan. */
export async function planImport(request: PlanRequest, { header }: SendOptions): Promise<Import> {
  const form = new FormData();
  for (const [name, value] of Object.entries(request.fields)) form.set(name, value);
  form.set('file', request.file);
  const options = { params: { header }, body: { file: '' }, bodySerializer: () => form };
  return (await read(api.POST('/api/admin/imports/residents/dry-run', options))).import;
}

/** Another value of a cell. */
export interface CorrectedCell {
  line: number;
  /** The header of the column. */
  column: string;
  value: string;
}

/** Corrections of an import's table. */
export interface Correction {
  id: string;
  cells?: CorrectedCell[];
  /** Other fields of columns; null leaves a column out. */
  mapping?: Record<string, ImportField | null>;
  propertyId?: string;
  createUnits?: boolean;
}

/** Corrects the table of an import; the service then makes a new plan. */
export const correctImport = ({ id, ...correction }: Correction, { header }: SendOptions) => {
  const options = { params: { path: { id }, header }, body: { cells: [], ...correction } };
  return read(api.POST('/api/admin/imports/{id}/corrections', options));
};

const keyOf = (id: string) => ['imports', 'one', id];

/** Whether a worker is processing an import. */
const isMoving = ({ status }: Import): boolean =>
  status === 'VALIDATING' || status === 'COMMITTING' || status === 'REVERTING';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

interface Follow {
  id: string;
  cache: QueryClient;
  signal: AbortSignal;
}

/** Reads the event stream of an import once. Returns true once no worker processes it. */
async function followOnce({ id, cache, signal }: Follow): Promise<boolean> {
  const options = { params: { path: { id } }, parseAs: 'stream' as const, signal };
  const body: ReadableStream<Uint8Array> | null = await read(
    api.GET('/api/admin/imports/{id}/events', options),
  );
  if (body === null) return false;
  for await (const { data } of readEvents(body)) {
    const next = (JSON.parse(data) as { import: Import }).import;
    if (!isMoving(next)) return true;
    cache.setQueryData(keyOf(id), next);
  }
  return false;
}

async function follow(request: Follow): Promise<void> {
  const { signal, cache } = request;
  while (!signal.aborted) {
    const isAtRest = await followOnce(request).catch(() => false);
    if (isAtRest) return cache.invalidateQueries();
    await pause(2000);
  }
}

/** Reads an import, and follows its events while a worker processes it. */
export function useImport(id: string) {
  const cache = useQueryClient();
  const query = useQuery({
    queryKey: keyOf(id),
    queryFn: async () => {
      const answer = await read(api.GET('/api/admin/imports/{id}', { params: { path: { id } } }));
      return answer.import;
    },
  });
  const isFollowed = query.data !== undefined && isMoving(query.data);
  useEffect(() => {
    if (!isFollowed) return undefined;
    const stop = new AbortController();
    void follow({ id, cache, signal: stop.signal });
    return () => stop.abort();
  }, [id, isFollowed, cache]);
  return query;
}
