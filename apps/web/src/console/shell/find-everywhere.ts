import { read } from '../../api/problem.ts';
import { api, liveRows } from '../api.ts';
import { nameOfInvite, statusInWords } from '../invites/describe-invite.ts';
import type { SearchState } from '../list/use-search-state.ts';
import { nameOfUser } from '../residents/describe-user.ts';
import { consolePages, type ConsolePage } from './pages.ts';

/** Something that a search has found, and where it opens. */
export interface Find {
  key: string;
  name: string;
  kind: string;
  to: ConsolePage['path'] | '/buildings/$id';
  params: { id?: string };
  search: SearchState;
}

const each = 4;

async function findResidents(q: string): Promise<Find[]> {
  const { users } = await read(api.GET('/api/admin/users', { params: { query: { q, limit: each } } }));
  return liveRows(users).map((user) => ({
    key: user.id,
    name: nameOfUser(user),
    kind: user.email === null ? 'Resident' : `Resident, ${user.email}`,
    to: '/residents',
    params: {},
    search: { open: user.id },
  }));
}

async function findUnits(q: string): Promise<Find[]> {
  const { units } = await read(api.GET('/api/admin/units', { params: { query: { q, limit: each } } }));
  return liveRows(units).map(({ id, label, propertyId }) => ({
    key: id,
    name: label,
    kind: 'Unit',
    to: '/buildings/$id',
    params: { id: propertyId },
    search: { open: id },
  }));
}

async function findInvites(q: string): Promise<Find[]> {
  const query = { q, limit: each };
  const { invites } = await read(api.GET('/api/admin/onboarding/invites', { params: { query } }));
  return invites.map((invite) => ({
    key: invite.id,
    name: nameOfInvite(invite),
    kind: `Invite, ${statusInWords(invite).toLowerCase()}`,
    to: '/invites',
    params: {},
    search: { open: invite.id },
  }));
}

/** The way to the calls of a visitor, where the text is a whole phone number: without a country, it could be several. */
function findCalls(text: string): Find[] {
  const number = text.replace(/[\s().-]/g, '');
  if (!/^\+\d{7,15}$/.test(number)) return [];
  const search = { fromNumber: number };
  return [{ key: 'calls', name: `Calls of ${text}`, kind: 'Calls', to: '/calls', params: {}, search }];
}

function findPages(text: string): Find[] {
  return consolePages
    .filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()))
    .map(({ path, name }) => ({ key: path, name, kind: 'Page', to: path, params: {}, search: {} }));
}

/** Finds what the person may read: the pages alone while nothing is typed. */
export async function findEverywhere(text: string, may: (scope: string) => boolean): Promise<Find[]> {
  const pages = findPages(text).filter(({ to }) =>
    consolePages.some(({ path, scope }) => path === to && may(scope)),
  );
  if (text === '') return pages;
  const searches = [
    ...(may('users:read') ? [findResidents(text)] : []),
    ...(may('units:read') ? [findUnits(text)] : []),
    ...(may('onboarding:read') ? [findInvites(text)] : []),
  ];
  const found = await Promise.all(searches);
  return [...found.flat(), ...(may('calls:read') ? findCalls(text) : []), ...pages];
}
