import { sayPhone } from '../../phones/say-phone.ts';
import { read } from '../../api/problem.ts';
import { api, liveRows } from '../api.ts';
import { kindWords as doorWords } from '../doors/describe-door.ts';
import { nameOfInvite, statusInWords as inviteStatus } from '../invites/describe-invite.ts';
import type { SearchState } from '../list/use-search-state.ts';
import { holdersOf, kindWords as passWords } from '../passes/describe-pass.ts';
import { nameOfUser, statusWords as userStatus } from '../residents/describe-user.ts';
import type { ConsolePage } from './pages.ts';

/** A result of the search, with the page that it opens. */
export interface Find {
  key: string;
  name: string;
  /** Further words; may be empty. */
  note: string;
  /** The building of the result. */
  propertyId?: string | null;
  to: ConsolePage['path'] | '/buildings/$id' | '/residents/$id';
  params: { id?: string };
  search: SearchState;
}

/** Results of one kind, at most `perSource`, and the number of all. */
export interface SourceAnswer {
  finds: Find[];
  total: number;
}

/** A kind of entity that the search covers. */
export interface SearchSource {
  title: string;
  scope: string;
  /** The page that lists all matches by `q`; null without one. */
  list: ConsolePage['path'] | null;
  find: (q: string, signal: AbortSignal) => Promise<SourceAnswer>;
}

/** Results of one kind. */
const perSource = 4;

const joined = (...words: (string | null | undefined)[]): string => words.filter(Boolean).join(', ');

/** Builds a result that opens in the drawer of a page. */
const inDrawer = (
  to: Find['to'],
  row: { id: string },
  words: Pick<Find, 'name' | 'note' | 'propertyId'>,
): Find => ({
  key: row.id,
  to,
  params: {},
  search: { open: row.id },
  ...words,
});

async function findResidents(q: string, signal: AbortSignal): Promise<SourceAnswer> {
  const query = { q, limit: perSource, kind: 'RESIDENT' as const, residence: 'any' as const };
  const { users, total } = await read(api.GET('/api/admin/users', { params: { query }, signal }));
  const finds = liveRows(users).map((user): Find => {
    const status = user.status === 'ACTIVE' ? null : userStatus[user.status].toLowerCase();
    const note = joined(user.email, user.phone && sayPhone(user.phone), status);
    const { id } = user;
    return { key: id, name: nameOfUser(user), note, to: '/residents/$id', params: { id }, search: {} };
  });
  return { finds, total };
}

async function findUnits(q: string, signal: AbortSignal): Promise<SourceAnswer> {
  const query = { q, limit: perSource, sort: 'label' };
  const { units, total } = await read(api.GET('/api/admin/units', { params: { query }, signal }));
  const finds = liveRows(units).map((unit) => ({
    ...inDrawer('/buildings/$id', unit, { name: unit.label, note: '', propertyId: unit.propertyId }),
    params: { id: unit.propertyId },
  }));
  return { finds, total };
}

async function findBuildings(q: string, signal: AbortSignal): Promise<SourceAnswer> {
  const query = { q, limit: perSource, sort: 'name' };
  const { properties, total } = await read(api.GET('/api/admin/properties', { params: { query }, signal }));
  const finds = liveRows(properties).map(({ id, name, address, status }): Find => {
    const note = joined(address.line1, address.city, status === 'ARCHIVED' ? 'archived' : null);
    return { key: id, name, note, to: '/buildings/$id', params: { id }, search: {} };
  });
  return { finds, total };
}

async function findDoors(q: string, signal: AbortSignal): Promise<SourceAnswer> {
  const query = { q, limit: perSource, sort: 'name' };
  const { accessPoints, total } = await read(
    api.GET('/api/admin/access-points', { params: { query }, signal }),
  );
  const finds = liveRows(accessPoints).map((door) => {
    const { name, kind, propertyId } = door;
    return inDrawer('/doors', door, { name, note: doorWords[kind], propertyId });
  });
  return { finds, total };
}

async function findPasses(q: string, signal: AbortSignal): Promise<SourceAnswer> {
  const query = { q, limit: perSource };
  const { passes, total } = await read(api.GET('/api/admin/passes', { params: { query }, signal }));
  const finds = liveRows(passes).map((pass) => {
    const { kind, propertyId } = pass;
    return inDrawer('/passes', pass, { name: holdersOf(pass), note: passWords[kind], propertyId });
  });
  return { finds, total };
}

async function findInvites(q: string, signal: AbortSignal): Promise<SourceAnswer> {
  const query = { q, limit: perSource };
  const { invites, total } = await read(
    api.GET('/api/admin/onboarding/invites', { params: { query }, signal }),
  );
  const finds = invites.map((invite) => {
    const { propertyId } = invite;
    return inDrawer('/invites', invite, {
      name: nameOfInvite(invite),
      note: inviteStatus(invite),
      propertyId,
    });
  });
  return { finds, total };
}

async function findNumbers(q: string, signal: AbortSignal): Promise<SourceAnswer> {
  const query = { q, limit: perSource };
  const { virtualNumbers, total } = await read(
    api.GET('/api/admin/virtual-numbers', { params: { query }, signal }),
  );
  const finds = virtualNumbers.map((row) =>
    inDrawer('/numbers', row, { name: sayPhone(row.number), note: '', propertyId: row.propertyId }),
  );
  return { finds, total };
}

async function findKeys(q: string, signal: AbortSignal): Promise<SourceAnswer> {
  const query = { q, limit: perSource };
  const { apiKeys, total } = await read(api.GET('/api/admin/api-keys', { params: { query }, signal }));
  const finds = apiKeys.map((key) =>
    inDrawer('/api-keys', key, {
      name: key.name,
      note: joined(`${key.prefix}…${key.last4}`, key.status.toLowerCase()),
    }),
  );
  return { finds, total };
}

/** The searched entities, in the order of the results. */
export const searchSources: readonly SearchSource[] = [
  { title: 'Residents', scope: 'users:read', list: '/residents', find: findResidents },
  { title: 'Units', scope: 'units:read', list: null, find: findUnits },
  { title: 'Buildings', scope: 'properties:read', list: '/buildings', find: findBuildings },
  { title: 'Doors', scope: 'access-points:read', list: '/doors', find: findDoors },
  { title: 'Passes', scope: 'passes:read', list: '/passes', find: findPasses },
  { title: 'Invites', scope: 'onboarding:read', list: '/invites', find: findInvites },
  { title: 'Numbers', scope: 'virtual-numbers:read', list: '/numbers', find: findNumbers },
  { title: 'API keys', scope: 'api-keys:read', list: '/api-keys', find: findKeys },
];
