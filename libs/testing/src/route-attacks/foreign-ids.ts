import { expect, test } from 'vitest';
import type { Route } from '@pas/platform/http/define-route';
import type { Principal } from '@pas/shared/principal/principal';
import type { ServiceHarness } from '../service-harness.ts';
import { hashRows } from './hash-rows.ts';
import { asInit, sampleSent } from './body-forms.ts';
import { fixedPeriod } from './fixed-period.ts';
import { idSlotsOf, ownPathOf, type IdSlot, type OwnRows } from './id-slots.ts';
import { nameOf, pathOf, type Fields } from './sample-input.ts';

/** A row that a caller must not learn of. */
export interface ForeignRow {
  as: Principal;
  id: string;
  /** What names nothing, in the same shape. */
  unknown: string;
}

/** Rows that callers must not learn of, by what a test calls them: `another tenant’s`. */
export type ForeignRows = Readonly<Record<string, ForeignRow>>;

interface ForeignIdSuite {
  routes: readonly Route[];
  harness: () => ServiceHarness;
  /** Whose rows are tried for each kind of id, by its prefix or field; none where everybody who names a row may have it. */
  kinds: Readonly<Record<string, readonly string[]>>;
  /** Routes for the own deleted rows too: the values of a person are kept until they are erased. */
  forDeleted?: readonly string[];
  /** The rows themselves, by kind and by whose they are; made in the suite's `beforeAll`. */
  rows: (kind: string) => ForeignRows;
  /** Rows of the caller's own, for the path when the body or the query names the row that is tried. */
  own: () => OwnRows;
  /** What else a body needs so that its id is what decides, by route and field: `POST /… unitId`. */
  companions?: Readonly<Record<string, (own: OwnRows) => Fields>>;
}

const keyOf = ({ route, name }: IdSlot): string => `${nameOf(route)} ${name}`;

const labelOf = (slot: IdSlot): string =>
  slot.place === 'path' ? nameOf(slot.route) : `${nameOf(slot.route)} with ${slot.name} in its ${slot.place}`;

/** Headers that depend on the moment and the connection, not on the answer. */
const incidental = new Set(['date', 'keep-alive', 'connection']);

async function ask(
  { harness, own, companions = {} }: ForeignIdSuite,
  slot: IdSlot,
  as: Principal,
  id: string,
) {
  const { route, place, name, isList } = slot;
  const path = place === 'path' ? pathOf(route, { [name]: id }) : ownPathOf(route, own());
  const parameters = { ...fixedPeriod(route), ...(place === 'query' && { [name]: id }) };
  const query = `?${new URLSearchParams(parameters).toString()}`;
  const named = place === 'body' ? { [name]: isList ? [id] : id } : {};
  const sent = asInit(sampleSent(route, { ...companions[keyOf(slot)]?.(own()), ...named }));
  const headers = { 'x-correlation-id': 'one-for-both', ...sent.headers };
  const method = route.method.toUpperCase();
  const response = await harness().send(path + query, { ...sent, as, method, headers });
  return {
    status: response.status,
    headers: [...response.headers].filter(([header]) => !incidental.has(header)),
    // A bulk call names each of its items in its answer.
    text: (await response.text()).replaceAll(route.isBulk ? id : /$^/g, '…'),
  };
}

/**
 * Tests that no route tells somebody else's row from one that isn't there, wherever a request can name a row: the
 * answers are equal in every byte, and no row is changed. A route whose kind of id has no rows to try fails.
 */
export function testForeignIds(suite: ForeignIdSuite): void {
  const known = Object.keys(suite.kinds);
  const slots = suite.routes.flatMap((route) => idSlotsOf(route, known));

  test('there are rows of others to try for each kind of id that a route takes', () => {
    const missing = new Set(slots.map(({ kind }) => kind).filter((kind) => !known.includes(kind)));
    expect([...missing], 'kinds of rows to add to the suite’s rivals').toEqual([]);
  });

  const cases = slots.flatMap((slot) =>
    (suite.kinds[slot.kind] ?? [])
      .filter((whose) => whose !== 'a deleted row’s' || !suite.forDeleted?.includes(nameOf(slot.route)))
      .map((whose): [string, string, IdSlot] => [labelOf(slot), whose, slot]),
  );
  test.each(cases)('%s: %s id answers as an unknown id does', async (_route, whose, slot) => {
    const row = suite.rows(slot.kind)[whose];
    if (!row) throw new Error(`There is no ${slot.kind} row that is ${whose}.`);
    const before = await hashRows();
    const foreign = await ask(suite, slot, row.as, row.id);
    expect(foreign).toEqual(await ask(suite, slot, row.as, row.unknown));
    // A read filters by the id; a write needs what it names.
    const isFilter = slot.place === 'query' && slot.route.method === 'get';
    const isAnswered = isFilter || slot.route.isBulk === true;
    expect(foreign.status).toBe(isAnswered ? 200 : 404);
    expect(foreign.text).toContain(isAnswered && slot.place === 'body' ? '"status":404' : '');
    expect(await hashRows()).toEqual(before);
  });
}
