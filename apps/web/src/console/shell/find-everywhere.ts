import { read } from '../../api/problem.ts';
import { api, liveRows } from '../api.ts';
import { nameOfInvite, statusInWords } from '../invites/describe-invite.ts';
import type { SearchState } from '../list/use-search-state.ts';
import { sayPhone } from '../../phones/say-phone.ts';
import { nameOfUser } from '../residents/describe-user.ts';
import { actions } from './actions.ts';
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

async function findNumbers(q: string): Promise<Find[]> {
  const query = { q, limit: each };
  const { virtualNumbers } = await read(api.GET('/api/admin/virtual-numbers', { params: { query } }));
  return virtualNumbers.map(({ id, number }) => ({
    key: id,
    name: sayPhone(number),
    kind: 'Number that visitors ring',
    to: '/numbers',
    params: {},
    search: { open: id },
  }));
}

/** Whether a text could be a part of a phone number, of three digits at least. */
const hasDigits = (text: string): boolean => /^[+\d\s().-]+$/.test(text) && /(\d\D*){3}/.test(text);

/** The way to the calls of a visitor, where the text is a whole phone number: without a country, it could be several. */
function findCalls(text: string): Find[] {
  const number = text.replace(/[\s().-]/g, '');
  if (!/^\+\d{7,15}$/.test(number)) return [];
  const search = { fromNumber: number };
  return [{ key: 'calls', name: `Calls of ${text}`, kind: 'Calls', to: '/calls', params: {}, search }];
}

type May = (scope: string) => boolean;

/** Whether a name has the text, and the person may do what it needs. */
const fits =
  (text: string, may: May) =>
  ({ name, scope }: { name: string; scope: string }): boolean =>
    may(scope) && name.toLowerCase().includes(text.toLowerCase());

function findActions(text: string, may: May): Find[] {
  return actions.filter(fits(text, may)).map(({ name, path }) => ({
    key: name,
    name,
    kind: 'Action',
    to: path,
    params: {},
    search: path === '/imports' ? {} : { new: 'true' },
  }));
}

function findPages(text: string, may: May): Find[] {
  return consolePages
    .filter(fits(text, may))
    .map(({ path, name }) => ({ key: path, name, kind: 'Page', to: path, params: {}, search: {} }));
}

/** Finds what the person may read and begin: actions and pages alone while nothing is typed. */
export async function findEverywhere(text: string, may: May): Promise<Find[]> {
  const pages = findPages(text, may);
  const begun = findActions(text, may);
  if (text === '') return [...begun, ...pages];
  const searches = [
    ...(may('users:read') ? [findResidents(text)] : []),
    ...(may('units:read') ? [findUnits(text)] : []),
    ...(may('onboarding:read') ? [findInvites(text)] : []),
    ...(may('virtual-numbers:read') && hasDigits(text) ? [findNumbers(text)] : []),
  ];
  const found = await Promise.all(searches);
  return [...found.flat(), ...(may('calls:read') ? findCalls(text) : []), ...pages, ...begun];
}
