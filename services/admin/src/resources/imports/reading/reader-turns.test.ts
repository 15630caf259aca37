import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ReaderTurns } from './reader-turns.ts';

const noSignal = new AbortController().signal;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Requests a turn, and logs its start. */
function ask(turns: ReaderTurns, tenantId: string, log: string[], name = tenantId) {
  const turn = turns.take(tenantId, noSignal).then(
    (taken) => {
      log.push(name);
      return taken;
    },
    (error: unknown) => {
      log.push(`${name} ${(error as { code: string }).code}`);
      return null;
    },
  );
  return { end: async (hasHitLimit = false) => (await turn)?.end(hasHitLimit), turn };
}

const settle = () => vi.advanceTimersByTimeAsync(0);

describe('the turns of tenants', () => {
  test('admit one file of a tenant at a time, in order', async () => {
    const [turns, log] = [new ReaderTurns(8), [] as string[]];
    const files = ['a', 'b', 'c'].map((name) => ask(turns, 'ten_1', log, name));
    await settle();
    expect(log).toEqual(['a']);
    await files[0]?.end();
    await files[1]?.end();
    await settle();
    expect(log).toEqual(['a', 'b', 'c']);
  });

  test('admit a tenant’s first file before the second file of other tenants', async () => {
    const [turns, log] = [new ReaderTurns(8), [] as string[]];
    const greedy = Array.from({ length: 8 }, (_, at) => `ten_${at}`);
    const first = greedy.map((tenantId) => ask(turns, tenantId, log));
    for (const tenantId of greedy) ask(turns, tenantId, log, `${tenantId} again`);
    ask(turns, 'ten_late', log);
    await settle();
    await first[0]?.end();
    await settle();
    await first[1]?.end();
    await settle();
    expect(log.slice(8)).toEqual(['ten_late', 'ten_0 again']);
  });

  test('time out after 15 seconds: 429 behind files of the same tenant, 503 behind others', async () => {
    const [turns, log] = [new ReaderTurns(8), [] as string[]];
    for (let at = 0; at < 8; at += 1) ask(turns, `ten_${at}`, log);
    ask(turns, 'ten_0', log, 'same');
    ask(turns, 'ten_other', log, 'other');
    await vi.advanceTimersByTimeAsync(15_000);
    expect(log.slice(8)).toEqual(['same rate_limited', 'other overloaded']);
  });

  test('answer 429 to the 18th concurrent file of a tenant', async () => {
    const [turns, log] = [new ReaderTurns(8), [] as string[]];
    for (let at = 0; at < 18; at += 1) ask(turns, 'ten_1', log, `${at}`);
    await settle();
    expect(log).toEqual(['0', '17 rate_limited']);
  });

  test('end when the client disconnects', async () => {
    const [turns, leaving] = [new ReaderTurns(8), new AbortController()];
    await turns.take('ten_1', noSignal);
    const waiting = turns.take('ten_1', leaving.signal);
    leaving.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'rate_limited' });
  });
});

describe('a tenant whose file hit a limit', () => {
  test('waits ten seconds, doubled by each further file; other tenants do not wait', async () => {
    const [turns, log] = [new ReaderTurns(8), [] as string[]];
    const bad = ask(turns, 'ten_1', log, 'bad');
    ask(turns, 'ten_1', log, 'behind');
    await bad.end(true);
    ask(turns, 'ten_1', log, 'at once');
    ask(turns, 'ten_2', log);
    await settle();
    expect(log).toEqual(['bad', 'behind rate_limited', 'at once rate_limited', 'ten_2']);

    vi.advanceTimersByTime(10_000);
    await ask(turns, 'ten_1', log, 'next').end(true);
    vi.advanceTimersByTime(19_000);
    await expect(turns.take('ten_1', noSignal)).rejects.toMatchObject({
      details: { headers: { 'Retry-After': '1' } },
    });
    vi.advanceTimersByTime(1000);
    await expect(turns.take('ten_1', noSignal)).resolves.toBeDefined();
  });
});
