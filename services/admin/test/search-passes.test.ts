import { AccessPassModel } from '@pas/shared/models/access-pass';
import { accessPassRow } from '@pas/testing/rows';
import { describe, expect, test } from 'vitest';
import { startAdmin } from './admin-harness.ts';
import { inDays, passSupport } from './pass-support.ts';

const admin = await startAdmin();
const { open, create, list, patch, remove } = passSupport(admin);

const people = [
  { name: 'Sam Ortiz', email: 'sam@northside.example' },
  { name: 'Kim Vance', phone: '+12025550123' },
  { name: 'Kim O’Brien' },
];

describe('q of passes', () => {
  test.each([
    ['ortiz', 1],
    ['sam@northside.example', 1],
    ['kim', 1],
    ['555-0123', 1],
    ['obrien kim', 1],
    // Each word must be of one holder.
    ['sam vance', 0],
  ])('%s finds a pass by any of its holders, once', async (q, found) => {
    const site = await open();
    const { pass } = (await create(site, { holders: people })).body;
    await create(site, { holders: [{ name: 'Ann Lee' }] });
    const { passes, total } = await list(site.caller, `?q=${encodeURIComponent(q)}`);
    const expected = [[pass.id, 3]].slice(0, found);
    expect([total, passes.map(({ id, holders }) => [id, holders.length])]).toEqual([found, expected]);
  });

  test('finds the current passes by default, ended ones with their status, and follows the other filters', async () => {
    const site = await open();
    const [live, ended] = [await create(site, { holders: people }), await create(site, { holders: people })];
    await remove(site.caller, ended.body.pass.id);
    const idsOf = async (query: string) => (await list(site.caller, query)).passes.map(({ id }) => id);
    expect(await idsOf('?q=kim')).toEqual([live.body.pass.id]);
    expect(await idsOf('?q=kim&status=ended')).toEqual([ended.body.pass.id]);
    expect(await idsOf('?q=kim&status=all&sort=createdAt')).toEqual([live.body.pass.id, ended.body.pass.id]);
    expect(await idsOf('?q=kim&kind=TOUR')).toEqual([]);
    const elsewhere = await open();
    expect(await idsOf(`?q=kim&propertyId=${elsewhere.place.propertyId}`)).toEqual([]);
    expect((await list(elsewhere.caller, '?q=kim')).total).toBe(0);
  });

  test('follows a corrected name, and a holder who lost the pass', async () => {
    const site = await open();
    const { pass } = (await create(site, { holders: people })).body;
    const [, kim, other] = pass.holders.map(({ id }) => id);
    await patch(site.caller, pass.id, { holders: [{ id: kim, name: 'Jo Vance', phone: null }] });
    const totalOf = async (q: string) => (await list(site.caller, `?q=${q}`)).total;
    expect([await totalOf('jo'), await totalOf('5550123'), await totalOf('kim')]).toEqual([1, 0, 1]);
    await remove(site.caller, other ?? '');
    expect(await totalOf('kim')).toBe(0);
  });

  test('pages through passes that match by first and by further holders in the order asked', async () => {
    const site = await open();
    const first = [1, 2, 3].map((days) =>
      accessPassRow(site.place, [site.door._id], { guestName: 'Alex Poe', endsAt: new Date(inDays(days)) }),
    );
    await AccessPassModel.insertMany(first);
    const { pass } = (
      await create(site, { holders: [{ name: 'Bo' }, { name: 'Alex Roe' }], endsAt: inDays(1.5) })
    ).body;
    const pages = ['0', '2'].map(async (offset) =>
      list(site.caller, `?q=alex&sort=endsAt&limit=2&offset=${offset}`),
    );
    const ids = (await Promise.all(pages)).flatMap(({ passes }) => passes.map(({ id }) => id));
    expect(ids).toEqual([first[0]?._id, pass.id, first[1]?._id, first[2]?._id]);
  });
});
