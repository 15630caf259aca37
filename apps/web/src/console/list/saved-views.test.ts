import { describe, expect, test } from 'vitest';
import { isSameState, parseViews, viewsOf, withView } from './saved-views.ts';

const view = (name: string, q: string) => ({ name, search: { q } });

test('each value of a filter is a view with its word', () => {
  expect(viewsOf('status', { OPEN: 'Open', DONE: 'Done' })).toEqual([
    { name: 'Open', search: { status: 'OPEN' } },
    { name: 'Done', search: { status: 'DONE' } },
  ]);
});

describe('saved views', () => {
  test('come from the browser, and a damaged text gives none', () => {
    expect(parseViews('[{"name":"Mine","search":{"q":"a"}},{"name":7},null]')).toEqual([view('Mine', 'a')]);
    for (const text of [null, '', '{', '{}', '"x"']) expect(parseViews(text)).toEqual([]);
  });

  test('replace the one with the same name', () => {
    expect(withView([view('A', '1'), view('B', '2')], view('A', '3'))).toEqual([
      view('B', '2'),
      view('A', '3'),
    ]);
  });

  test('are current if all parameters of the address are equal', () => {
    expect(isSameState({ q: 'a', sort: undefined }, { q: 'a' })).toBe(true);
    expect(isSameState({ q: 'a' }, { q: 'a', hide: 'Kind' })).toBe(false);
  });
});
