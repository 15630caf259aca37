import { createHash } from 'node:crypto';
import { OutboxModel } from '@pas/platform/events/outbox';
import { SessionModel } from '@pas/shared/models/session';
import type { Principal } from '@pas/shared/principal/principal';
import { describe, expect, test } from 'vitest';
import { addResident, principalOf, startResident, type SignInResult } from './resident-harness.ts';

const service = await startResident();

const refresh = (refreshToken: string) =>
  service.call<SignInResult>('POST', '/api/v1/auth/refresh', { body: { refreshToken } });
const refused = async (refreshToken: string) => {
  const answer = await service.call('POST', '/api/v1/auth/refresh', { body: { refreshToken } });
  return `${answer.status} ${answer.body.code}`;
};
const successorOf = async (refreshToken: string): Promise<string> => {
  const { status, body } = await refresh(refreshToken);
  expect(status).toBe(200);
  return body.refreshToken;
};

const sessionOf = async ({ sessionId }: Principal) => SessionModel.findOne({ _id: sessionId ?? '' }).lean();
/** Reads the audit records of the end of a session. */
async function endRecordsOf({ sessionId }: Principal): Promise<unknown[]> {
  const rows = await OutboxModel.find({ subject: 'pas.v1.audit.record.submitted' }).lean();
  const records = rows.map(({ envelope }) => envelope.data as { action: string; targets: { id: string }[] });
  return records.filter(
    ({ action, targets }) => action === 'session.ended' && targets.some(({ id }) => id === sessionId),
  );
}

const isOver = async (as: Principal) => (await sessionOf(as))?.revokedAt !== null;

/** Moves the last refresh `ms` into the past. */
async function age({ sessionId }: Principal, ms: number): Promise<void> {
  const at = new Date(Date.now() - ms);
  await SessionModel.updateOne({ _id: sessionId ?? '' }, { $set: { 'replaced.at': at } });
}

describe('a just replaced refresh token', () => {
  test('gets its successor again three times, for a lost answer', async () => {
    const { answer, as } = await addResident(service);
    const successor = await successorOf(answer.refreshToken);

    for (let repeat = 0; repeat < 3; repeat += 1) {
      const { status, body } = await refresh(answer.refreshToken);
      expect([status, body.refreshToken]).toEqual([200, successor]);
      expect(principalOf(body)).toEqual(as);
    }

    expect((await refresh(successor)).status).toBe(200);
  });

  test('401: at the fifth try, and the session stays open', async () => {
    const { answer, as } = await addResident(service);
    const successor = await successorOf(answer.refreshToken);
    for (let repeat = 0; repeat < 3; repeat += 1) await successorOf(answer.refreshToken);

    expect(await refused(answer.refreshToken)).toBe('401 token_invalid');
    expect(await refused(answer.refreshToken)).toBe('401 token_invalid');

    expect(await isOver(as)).toBe(false);
    expect((await refresh(successor)).status).toBe(200);
  });

  test('fifty concurrent refreshes get the same successor four times, and it stays valid', async () => {
    const { answer, as } = await addResident(service);

    const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(answer.refreshToken)));

    const good = answers.filter(({ status }) => status === 200);
    expect(good).toHaveLength(4);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(46);
    const [successor, ...others] = new Set(good.map(({ body }) => body.refreshToken));
    expect(others).toEqual([]);
    expect(await isOver(as)).toBe(false);
    expect((await refresh(successor ?? '')).status).toBe(200);
  });

  test('ends the session after its successor was used', async () => {
    const { answer, as } = await addResident(service);
    const next = await successorOf(await successorOf(answer.refreshToken));

    expect(await refused(answer.refreshToken)).toBe('401 token_invalid');

    expect(await isOver(as)).toBe(true);
    expect(await refused(next)).toBe('401 token_invalid');
  });

  test('ends the session after ten seconds, at the fifth try too', async () => {
    for (const repeats of [0, 3]) {
      const { answer, as } = await addResident(service);
      const successor = await successorOf(answer.refreshToken);
      for (let repeat = 0; repeat < repeats; repeat += 1) await successorOf(answer.refreshToken);
      await age(as, 10_000);

      expect(await refused(answer.refreshToken)).toBe('401 token_invalid');

      expect(await isOver(as)).toBe(true);
      expect(await refused(successor)).toBe('401 token_invalid');
    }
  });

  test('gets nothing after the session ended', async () => {
    const { answer } = await addResident(service);
    await successorOf(answer.refreshToken);
    const body = { refreshToken: answer.refreshToken };
    expect((await service.call('POST', '/api/v1/auth/logout', { body })).status).toBe(204);
    expect(await refused(answer.refreshToken)).toBe('401 token_invalid');
  });
});

test('each replaced token has its own repeats', async () => {
  const { answer } = await addResident(service);
  const second = await successorOf(answer.refreshToken);
  for (let repeat = 0; repeat < 3; repeat += 1) await successorOf(answer.refreshToken);
  const third = await successorOf(second);
  for (let repeat = 0; repeat < 3; repeat += 1) expect(await successorOf(second)).toBe(third);
});

test('any old token of a session ends it, and the audit states the reason', async () => {
  const { answer, as } = await addResident(service);
  let present = answer.refreshToken;
  for (let count = 0; count < 210; count += 1) present = await successorOf(present);

  expect(await refused(answer.refreshToken)).toBe('401 token_invalid');

  expect(await isOver(as)).toBe(true);
  expect(await refused(present)).toBe('401 token_invalid');
  expect(await endRecordsOf(as)).toMatchObject([
    { actor: { type: 'SYSTEM' }, changes: [{ path: 'reason', before: null, after: 'token_reused' }] },
  ]);
});

test('an old token signs out too', async () => {
  const { answer, as } = await addResident(service);
  await successorOf(await successorOf(answer.refreshToken));
  const body = { refreshToken: answer.refreshToken };
  expect((await service.call('POST', '/api/v1/auth/logout', { body })).status).toBe(204);
  expect(await isOver(as)).toBe(true);
});

test('the database contains no token, and a successor cannot be derived without its predecessor', async () => {
  const { answer, as } = await addResident(service);
  const successor = await successorOf(answer.refreshToken);
  const stored = JSON.stringify(await sessionOf(as));
  expect(stored).not.toContain(successor);
  expect(stored).not.toContain(answer.refreshToken);
  expect(stored).toContain(createHash('sha256').update(successor).digest('hex'));
  expect(Buffer.from(successor, 'base64url')).toHaveLength(50);
});
