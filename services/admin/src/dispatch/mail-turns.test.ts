import { waitUntil } from '@pas/testing/wait-until';
import { expect, test } from 'vitest';
import { createMailTurns, MailDeferred, type MailLane } from './mail-turns.ts';

const lane = (tenantId: string, to: string): MailLane => ({ tenantId, to });
const none = (): void => undefined;

test('mails end in request order, and a repeated end releases no later turn', async () => {
  const turns = createMailTurns({ patienceMs: 60_000 });
  const entered: number[] = [];
  const mails = [1, 2, 3].map((at) => turns.begin(lane('one', `${at}@mail.test`), none));
  const enter = async (at: number): Promise<void> => {
    await mails[at - 1]?.enter();
    entered.push(at);
  };
  const [first, second, third] = [enter(1), enter(2), enter(3)];
  await first;
  expect(entered).toEqual([1]);
  mails[0]?.end();
  await second;
  mails[0]?.end();
  expect(entered).toEqual([1, 2]);
  mails[1]?.end();
  await third;
  expect(entered).toEqual([1, 2, 3]);
  mails[2]?.end();
});

test('a stalled mail releases its turn and slot, and defers only mails of its tenant to its domain', async () => {
  const turns = createMailTurns({ patienceMs: 20 });
  let places = 0;
  const slow = turns.begin(lane('one', 'a@Slow.test'), () => (places += 1));
  await slow.enter();
  const waiting = turns.begin(lane('one', 'b@slow.test'), none);
  await expect(waiting.enter()).rejects.toBeInstanceOf(MailDeferred);
  expect(places).toBe(1);
  waiting.end();
  expect(() => turns.begin(lane('one', 'c@slow.test'), none)).toThrow(MailDeferred);
  for (const other of [lane('one', 'd@quick.test'), lane('two', 'e@slow.test')]) {
    const mail = turns.begin(other, none);
    await mail.enter();
    mail.end();
  }
  slow.end();
  const later = turns.begin(lane('one', 'c@slow.test'), none);
  await later.enter();
  later.end();
});

test('a tenant with many deferred mails, or stalled mails at four domains, is full until they end', async () => {
  const turns = createMailTurns({ patienceMs: 1 });
  let stalledCount = 0;
  const mails = [1, 2, 3, 4].map((at) =>
    turns.begin(lane('one', `a@slow-${at}.test`), () => (stalledCount += 1)),
  );
  await waitUntil(() => stalledCount === 4, { what: 'four stalled mails' });
  expect([turns.isFull('one'), turns.isFull('two')]).toEqual([true, false]);
  for (const mail of mails.slice(1)) mail.end();
  expect(turns.isFull('one')).toBe(false);
  for (let at = 0; at < 100; at += 1)
    expect(() => turns.begin(lane('one', `${at}@slow-1.test`), none)).toThrow(MailDeferred);
  expect(turns.isFull('one')).toBe(true);
  mails[0]?.end();
  expect(turns.isFull('one')).toBe(false);
});

test('stalled mails beyond the limit keep their slots', async () => {
  const turns = createMailTurns({ patienceMs: 1, maxStalled: 1 });
  let places = 0;
  const mails = ['one', 'two'].map((tenantId) =>
    turns.begin(lane(tenantId, 'a@slow.test'), () => (places += 1)),
  );
  const isHeld = (tenantId: string): boolean => {
    try {
      turns.begin(lane(tenantId, 'b@slow.test'), none).end();
      return false;
    } catch {
      return true;
    }
  };
  await waitUntil(() => isHeld('one') && isHeld('two'), { what: 'two stalled mails' });
  expect(places).toBe(1);
  for (const mail of mails) mail.end();
});
