import { newId } from '@pas/shared/ids/id';
import { expect, test } from 'vitest';
import { decodeCursor, encodeCursor } from './activity-cursor.ts';

test('a cursor keeps time and id', () => {
  const cursor = { at: new Date('2026-05-01T10:00:00.123Z'), id: newId('accessEvent') };
  expect(decodeCursor(encodeCursor(cursor))).toEqual(cursor);
});

test.each(['', 'x', 'MS4xLjE', `${encodeCursor({ at: new Date(0), id: newId('call') })}=`])(
  '%j is not a cursor',
  (text) => {
    expect(decodeCursor(text)).toBeNull();
  },
);
