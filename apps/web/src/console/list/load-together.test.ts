import { describe, expect, test } from 'vitest';
import { loadTogether } from './load-together.ts';

const asked: string[] = [];
const load = loadTogether((ids) => {
  asked.push(ids);
  if (ids.includes('broken')) return Promise.reject(new Error('The service is away.'));
  return Promise.resolve(
    ids
      .split(',')
      .filter((id) => id !== 'gone')
      .map((id) => ({ id, name: `House ${id}` })),
  );
});

describe('rows that are loaded together', () => {
  test('share one request that names each id once; a later row has its own request', async () => {
    asked.length = 0;
    const rows = await Promise.all(['a', 'b', 'a'].map(load));
    expect(rows.map(({ name }) => name)).toEqual(['House a', 'House b', 'House a']);
    await load('c');
    expect(asked).toEqual(['a,b', 'c']);
  });

  test('reject with 404 for a deleted row, and return the others', async () => {
    const [here, gone] = await Promise.allSettled([load('d'), load('gone')]);
    expect(here).toMatchObject({ status: 'fulfilled', value: { id: 'd' } });
    expect(gone).toMatchObject({ status: 'rejected', reason: { status: 404 } });
  });

  test('fail together with their request, and later requests succeed', async () => {
    const failed = await Promise.allSettled([load('broken'), load('e')]);
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await load('e')).toMatchObject({ id: 'e' });
  });

  test('are requested in batches of at most 200', async () => {
    asked.length = 0;
    await Promise.all(Array.from({ length: 450 }, async (_, at) => load(`${at}`)));
    expect(asked.map((ids) => ids.split(',').length)).toEqual([200, 200, 50]);
  });
});
