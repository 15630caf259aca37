import { expect, test } from 'vitest';
import { accepted, tryAgain } from './push-answers.ts';
import type { PushAttempt } from './push-message.ts';
import { tryMessage } from './try-message.ts';

const wanted = () => Promise.resolve(true);
const unwanted = () => Promise.resolve(false);

/** Returns a push service that gives these answers in turn. */
function answering(...answers: PushAttempt[]) {
  let tries = 0;
  const send = (): Promise<PushAttempt> => {
    tries += 1;
    return Promise.resolve(answers[tries - 1] ?? accepted);
  };
  return { send, tries: () => tries };
}

test('a failing service is tried three times at most', async () => {
  const failing = answering(tryAgain('unavailable'), tryAgain('unavailable'), tryAgain('unavailable'));
  const startedAt = performance.now();
  const answer = await tryMessage(failing.send, { startedAt, isWanted: wanted });
  expect([answer, failing.tries()]).toEqual([{ result: 'UNREACHABLE', reason: 'unavailable' }, 3]);
});

test('a message that is no longer wanted is not retried', async () => {
  const failing = answering(tryAgain('busy'), accepted);
  const startedAt = performance.now();
  const answer = await tryMessage(failing.send, { startedAt, isWanted: unwanted });
  expect([answer, failing.tries()]).toEqual([{ result: 'UNREACHABLE', reason: 'busy' }, 1]);
});

test('a message that has waited is sent only if it is wanted; an immediate one is sent without the check', async () => {
  const late = answering(accepted);
  const waited = performance.now() - 1000;
  const given = await tryMessage(late.send, { startedAt: waited, isWanted: unwanted });
  expect([given, late.tries()]).toEqual([{ result: 'UNREACHABLE', reason: 'timeout' }, 0]);
  const soon = await tryMessage(late.send, { startedAt: performance.now(), isWanted: unwanted });
  expect(soon.result).toBe('ACCEPTED');
});

test('a message is sent if the check of its use fails', async () => {
  const { send } = answering(accepted);
  const isWanted = () => Promise.reject(new Error('the store is away'));
  const answer = await tryMessage(send, { startedAt: performance.now() - 1000, isWanted });
  expect(answer.result).toBe('ACCEPTED');
});

test('a message whose time runs out during the wait is a timeout, and nothing is thrown', async () => {
  const late = answering(accepted);
  const startedAt = performance.now() - 60_000;
  const answer = await tryMessage(late.send, { startedAt, isWanted: wanted });
  expect([answer, late.tries()]).toEqual([{ result: 'UNREACHABLE', reason: 'timeout' }, 0]);
});
