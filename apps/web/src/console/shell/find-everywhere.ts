import { read } from '../../api/problem.ts';
import { api, liveRows } from '../api.ts';
import { nameOfInvite, statusInWords } from '../invites/describe-invite.ts';
import type { SearchState } from '../list/use-search-state.ts';
import { sayPhone } from '../../phones/say-phone.ts';
import { nameOfUser } from '../residents/describe-user.ts';
import { actions } from './actions.ts';
import { consolePages, type ConsolePage } from './pages.ts';

/** A result of the search, with the page that it opens. */
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
    kind: 'Visitor number',
    to: '/numbers',
    params: {},
    search: { open: id },
  }));
}

/** Whether a text could be part of a phone number: at least three digits. */
const hasDigits = (text: string): boolean => /^[+\d\s().-]+$/.test(text) && /(\d\D*){3}/.test(text);

/**
 * Returns a link to a visitor's calls for a complete number. Without a country code a number is ambiguous.
 */
function findCalls(text: string): Find[] {
  const number = text.replace(/[\s().-]/g, '');
  if (!/^\+\d{7,15}$/.test(number)) return [];
  const search = { fromNumber: number };
  return [{ key: 'calls', name: `Calls from ${text}`, kind: 'Calls', to: '/calls', params: {}, search }];
}

type May = (scope: string) => boolean;

/** Whether a name contains the text and the person has the required scope. */
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

/** Finds entities, pages and actions that the person may use; only actions and pages for an empty text. */
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
