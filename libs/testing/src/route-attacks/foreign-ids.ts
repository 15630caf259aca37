import { expect, test } from 'vitest';
import type { Route } from '@pas/platform/http/define-route';
import type { Principal } from '@pas/shared/principal/principal';
import type { ServiceHarness } from '../service-harness.ts';
import { hashRows } from './hash-rows.ts';
import { asInit, sampleSent } from './body-forms.ts';
import { fixedPeriod } from './fixed-period.ts';
import { idSlotsOf, ownPathOf, type IdSlot, type OwnRows } from './id-slots.ts';
import { nameOf, pathOf, type Fields } from './sample-input.ts';

/** A row whose existence a caller must not learn. */
export interface ForeignRow {
  as: Principal;
  id: string;
  /** An id of the same form that no row has. */
  unknown: string;
}

/** Rows that callers must not learn of, by their name in test titles: `another tenant’s`. */
export type ForeignRows = Readonly<Record<string, ForeignRow>>;

interface ForeignIdSuite {
  routes: readonly Route[];
  harness: () => ServiceHarness;
  /**
   * The names of foreign rows to try, by the prefix or field of the id. The list is empty if everybody may read such
   * rows.
   */
  kinds: Readonly<Record<string, readonly string[]>>;
  /** Routes that also accept own deleted rows: the values of a person are kept until they are erased. */
  forDeleted?: readonly string[];
  /** Returns the foreign rows of a kind, made in the suite's `beforeAll`. */
  rows: (kind: string) => ForeignRows;
  /** Returns the caller's own rows, for the path of requests whose body or query names the foreign row. */
  own: () => OwnRows;
  /** Further fields that a body needs so that its id decides, by route and field: `POST /… unitId`. */
  companions?: Readonly<Record<string, (own: OwnRows) => Fields>>;
}

const keyOf = ({ route, name }: IdSlot): string => `${nameOf(route)} ${name}`;

const labelOf = (slot: IdSlot): string =>
  slot.location === 'path'
    ? nameOf(slot.route)
    : `${nameOf(slot.route)} with ${slot.name} in its ${slot.location}`;

/** Headers that depend on the time or the connection instead of the answer. */
const incidental = new Set(['date', 'keep-alive', 'connection']);

async function ask(
  { harness, own, companions = {} }: ForeignIdSuite,
  slot: IdSlot,
  as: Principal,
  id: string,
) {
  const { route, location, name, isList } = slot;
  const path = location === 'path' ? pathOf(route, { [name]: id }) : ownPathOf(route, own());
  const parameters = { ...fixedPeriod(route), ...(location === 'query' && { [name]: id }) };
  const query = `?${new URLSearchParams(parameters).toString()}`;
  const named = location === 'body' ? { [name]: isList ? [id] : id } : {};
  const sent = asInit(sampleSent(route, { ...companions[keyOf(slot)]?.(own()), ...named }));
  const headers = { 'x-correlation-id': 'one-for-both', ...sent.headers };
  const method = route.method.toUpperCase();
  const response = await harness().send(path + query, { ...sent, as, method, headers });
  return {
    status: response.status,
    headers: [...response.headers].filter(([header]) => !incidental.has(header)),
    // The answer of a bulk call contains the id of each item.
    text: (await response.text()).replaceAll(route.itemResponse ? id : /$^/g, '…'),
  };
}

/**
 * Tests that no route distinguishes a foreign row from a missing one, wherever a request can name a row. The answers
 * are equal in every byte, and no row changes. A kind of id without foreign rows fails.
 */
export function testForeignIds(suite: ForeignIdSuite): void {
  const known = Object.keys(suite.kinds);
  const slots = suite.routes.flatMap((route) => idSlotsOf(route, known));

  test('the suite has foreign rows for each kind of id of the routes', () => {
    const missing = new Set(slots.map(({ kind }) => kind).filter((kind) => !known.includes(kind)));
    expect([...missing], 'kinds of rows to add to the suite’s rivals').toEqual([]);
  });

  const cases = slots.flatMap((slot) =>
    (suite.kinds[slot.kind] ?? [])
      .filter((whose) => whose !== 'a deleted row’s' || !suite.forDeleted?.includes(nameOf(slot.route)))
      .map((whose): [string, string, IdSlot] => [labelOf(slot), whose, slot]),
  );
  test.each(cases)('%s: %s id answers like an unknown id', async (_route, whose, slot) => {
    const row = suite.rows(slot.kind)[whose];
    if (!row) throw new Error(`There is no ${slot.kind} row that is ${whose}.`);
    const before = await hashRows();
    const foreign = await ask(suite, slot, row.as, row.id);
    expect(foreign).toEqual(await ask(suite, slot, row.as, row.unknown));
    // A read filters by the id; a write needs the row.
    const isFilter = slot.location === 'query' && slot.route.method === 'get';
    const isAnswered = isFilter || slot.route.itemResponse !== undefined;
    expect(foreign.status).toBe(isAnswered ? 200 : 404);
    expect(foreign.text).toContain(isAnswered && slot.location === 'body' ? '"status":404' : '');
    expect(await hashRows()).toEqual(before);
  });
}
