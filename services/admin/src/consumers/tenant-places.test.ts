import { RetryLater } from '@pas/platform/events/retry-later';
import { expect, test } from 'vitest';
import { createTenantPlaces } from './tenant-places.ts';

/** Starts messages that are under way until the gate opens. */
function startSlow(places: ReturnType<typeof createTenantPlaces>, count: number) {
  const gate = Promise.withResolvers<void>();
  let running = 0;
  const sent = Array.from({ length: count }, async () =>
    places.run('ten_busy', async () => {
      running += 1;
      await gate.promise;
    }),
  );
  return { open: () => gate.resolve(), running: () => running, sent: Promise.allSettled(sent) };
}

test('behind 5,500 messages of one tenant, the message of another one is sent immediately', async () => {
  const places = createTenantPlaces(8);
  const busy = startSlow(places, 5500);
  let isSent = false;
  await places.run('ten_other', async () => {
    isSent = true;
  });
  expect([isSent, busy.running()]).toEqual([true, 6]);
  busy.open();
  const ends = await busy.sent;
  const later = ends.filter(({ status }) => status === 'rejected');
  expect(ends.length - later.length).toBe(5006);
  expect(later.every((end) => end.status === 'rejected' && end.reason instanceof RetryLater)).toBe(true);
});

test('a stop refuses the waiting messages, and those under way end', async () => {
  const places = createTenantPlaces(8);
  const busy = startSlow(places, 100);
  places.stop();
  busy.open();
  const ends = await busy.sent;
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(6);
});

test('a failed message releases its place', async () => {
  const places = createTenantPlaces(1);
  const failed = places.run('ten_busy', () => Promise.reject(new Error('refused')));
  await expect(failed).rejects.toThrow('refused');
  await expect(places.run('ten_busy', () => Promise.resolve())).resolves.toBeUndefined();
});
