import { ApiProblem, read } from '../../api/problem.ts';
import type { SendOptions } from '../../api/sending.ts';
import { api, liveRows } from '../api.ts';
import type { SearchState } from '../list/use-search-state.ts';
import type { BulkResult } from './bulk-outcome.ts';

/** Most residents of one action. */
const mostInvited = 5000;

const pageSize = 200;

/** Residents of one request. */
const perRequest = 100;

interface IdPage {
  ids: readonly string[];
  total: number;
}

/** A set of residents: their number, and a reader of one page of their ids. */
export type ResidentSource = (page: { limit: number; offset: number }) => Promise<IdPage>;

/** The residents of a filtered list who have never signed up. */
export const neverSignedUp =
  (filters: SearchState): ResidentSource =>
  async (page) => {
    const query = {
      ...filters,
      ...page,
      kind: 'RESIDENT' as const,
      status: 'INVITED' as const,
      sort: 'createdAt',
    };
    const { users, total } = await read(api.GET('/api/admin/users', { params: { query } }));
    return { ids: liveRows(users).map(({ id }) => id), total };
  };

/** The residents whom an import has created. */
export const createdBy =
  (importId: string): ResidentSource =>
  async (page) => {
    const params = { path: { id: importId }, query: { ...page, verdict: 'create' as const } };
    const { rows, total } = await read(api.GET('/api/admin/imports/{id}/rows', { params }));
    return { ids: rows.flatMap(({ entity: { userId } }) => (userId === null ? [] : [userId])), total };
  };

const tooMany = (total: number): ApiProblem =>
  new ApiProblem(
    `These are ${total.toLocaleString('en')} residents. At most ${mostInvited.toLocaleString('en')} are invited at once: filter the list of residents by a building.`,
    { status: 422, code: 'too_many_residents', correlationId: null, fields: {} },
  );

/** Reads the ids of all residents of a source, each once. @throws ApiProblem for more than `mostInvited` */
async function readIds(source: ResidentSource): Promise<string[]> {
  const ids = new Set<string>();
  let offset = 0;
  let total = 0;
  do {
    const page = await source({ limit: pageSize, offset });
    total = page.total;
    if (total > mostInvited) throw tooMany(total);
    for (const id of page.ids) ids.add(id);
    offset += pageSize;
  } while (offset < total);
  return [...ids];
}

/** Invites all residents of a source to their homes, with one result for each. */
export async function inviteResidents(
  source: ResidentSource,
  isSent: boolean,
  { header }: SendOptions,
): Promise<BulkResult[]> {
  const ids = await readIds(source);
  const results: BulkResult[] = [];
  for (let at = 0; at < ids.length; at += perRequest) {
    const userIds = ids.slice(at, at + perRequest);
    const key = `${header['Idempotency-Key']}-${at}`;
    const body = { userIds, ...(isSent && { dispatch: ['EMAIL' as const, 'SMS' as const] }) };
    const params = { header: { 'Idempotency-Key': key } };
    const answer = await read(api.POST('/api/admin/onboarding/invites/bulk/create', { params, body }));
    results.push(...answer.results);
  }
  return results;
}
