import { newId } from '@pas/shared/ids/id';
import { AccessPassModel } from '@pas/shared/models/access-pass';
import { AccessPointModel } from '@pas/shared/models/access-point';
import { PasswordFailureModel } from '@pas/shared/models/password-failure';
import { UnlockAttemptModel } from '@pas/shared/models/unlock-attempt';
import { accessPointRow } from '@pas/testing/rows';
import { waitUntil } from '@pas/testing/wait-until';
import { describe, expect, test } from 'vitest';
import { eventsOf, inHours, usesOf, startPasses } from './pass-support.ts';

const { handOut, open, page, read } = await startPasses();
describe('POST /pass/<token>/open', () => {
  test('202 opens the door by LINK, takes a use, and a read waits for the attempt', async () => {
    const { pass, token, main, controller } = await handOut({ maxUses: 2 });
    const { status, body } = await open(token, main._id);
    expect([status, body.attempt.status]).toEqual([202, 'PENDING']);
    expect((await read(token, body.attempt.id)).body.attempt).toMatchObject({ status: 'SUCCEEDED' });
    expect(controller.commands).toMatchObject([{ attemptId: body.attempt.id }]);
    expect(await usesOf(pass)).toBe(1);
    expect(await eventsOf(pass)).toMatchObject([
      { decision: 'GRANTED', method: 'LINK', reason: 'pass_valid', passId: pass._id },
    ]);
  });

  test('the form answers a page that reloads until the result', async () => {
    const { token, main, controller } = await handOut();
    const { html: first } = await page(`/pass/${token}`);
    const nonce = /name="nonce" value="([\w-]+)"/.exec(first)?.[1] ?? '';
    const submit = () =>
      page(`/pass/${token}/open`, {
        method: 'POST',
        body: new URLSearchParams({ accessPointId: main._id, nonce }),
      });
    const { status, html } = await submit();
    expect([status, html.includes('Opening Main door')]).toEqual([202, true]);
    const next = /http-equiv="refresh" content="0;url=([^"]+)"/.exec(html)?.[1] ?? '';
    const ended = await page(next);
    expect([ended.status, ended.html.includes('<title>Main door is open</title>')]).toEqual([200, true]);
    expect(ended.html).not.toContain('http-equiv');
    await submit();
    expect(controller.commands).toHaveLength(1);
  });

  test('fifty concurrent requests with one key make one attempt, one use and one try', async () => {
    const { pass, token, main, controller } = await handOut({ maxUses: 40 }, { openSeconds: 300 });
    const headers = { 'idempotency-key': 'one tap' };
    const answers = await Promise.all(Array.from({ length: 50 }, () => open(token, main._id, headers)));
    expect(answers.filter(({ status }) => status !== 202)).toEqual([]);
    const ids = new Set(answers.map(({ body }) => body.attempt.id));
    expect(ids.size).toBe(1);
    const [id] = ids;
    expect((await read(token, id ?? '')).body.attempt.status).toBe('SUCCEEDED');
    expect([await usesOf(pass), controller.commands.length]).toEqual([1, 1]);
    for (let index = 0; index < 10; index += 1)
      expect((await open(token, main._id)).body.attempt.id).toBe(id);
    expect(await usesOf(pass)).toBe(1);
  });

  test('fifty taps at once on a pass with one use make one attempt, one use and one event', async () => {
    const { pass, token, main, controller } = await handOut({ maxUses: 1 }, { openSeconds: 300 });
    const tap = (index: number) => open(token, main._id, { 'idempotency-key': `tap ${index}` });
    const answers = await Promise.all(Array.from({ length: 50 }, (_none, index) => tap(index)));
    // A busy machine may refuse some with 503.
    const answered = answers.filter(({ status }) => status !== 503);
    const [id = '', ...others] = new Set(answered.map(({ body }) => body.attempt.id));
    expect(others).toEqual([]);
    expect((await read(token, id)).body.attempt.status).toBe('SUCCEEDED');
    expect((await open(token, main._id)).body.attempt.id).toBe(id);
    expect([await usesOf(pass), controller.commands.length, (await eventsOf(pass)).length]).toEqual([
      1, 1, 1,
    ]);
    // The door is closed again. A repeated key answers its attempt, and a new request finds no use.
    const filter = { _id: id, tenantId: pass.tenantId };
    await UnlockAttemptModel.updateOne(filter, { $set: { updatedAt: inHours(-1) } });
    const first = answers.findIndex(({ status }) => status === 202);
    expect((await tap(first)).body.attempt.id).toBe(id);
    expect((await open(token, main._id)).body.reason).toBe('pass_used_up');
    expect([await usesOf(pass), controller.commands.length]).toEqual([1, 1]);
  });

  test('concurrent requests at two doors take exactly the uses that are left', async () => {
    const { pass, token, main, gate } = await handOut({ maxUses: 1 });
    const doors = [main._id, gate._id];
    const answers = await Promise.all(doors.map((door) => open(token, door)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202, 403]));
    expect(answers.find(({ status }) => status === 403)?.body.reason).toBe('pass_used_up');
    expect(await usesOf(pass)).toBe(1);
  });

  test('the eleventh request within an hour is 429, but a repeat of an earlier one is not', async () => {
    const { token, main } = await handOut({ startsAt: inHours(1) });
    const answers = [];
    for (let index = 0; index < 11; index += 1) answers.push(await open(token, main._id));
    expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 10 }, () => 403), 429]);
    expect(answers[0]?.body).toMatchObject({ code: 'access_denied', reason: 'pass_outside_window' });
    expect(Number(answers[10]?.headers.get('retry-after'))).toBeGreaterThan(3000);
  });

  test('repeats after the last try give no try back', async () => {
    const { pass, token, main } = await handOut({ startsAt: inHours(1) }, { openSeconds: 300 });
    for (let index = 0; index < 9; index += 1) await open(token, main._id);
    const filter = { _id: pass._id, tenantId: pass.tenantId };
    await AccessPassModel.updateOne(filter, { $set: { startsAt: inHours(-1) } });
    for (let index = 0; index < 5; index += 1) expect((await open(token, main._id)).status).toBe(202);
    const key = `pass-open:${pass._id}`;
    const count = await PasswordFailureModel.collection.findOne<{ points: number }>({ key });
    expect(count?.points).toBeGreaterThanOrEqual(10);
  });

  test('404 for a door that the pass does not name, and 422 for a key of another door', async () => {
    const { home, pass, token, main, gate, controller } = await handOut();
    const other = accessPointRow(home);
    const foreign = accessPointRow({ tenantId: newId('tenant'), propertyId: newId('property') });
    await AccessPointModel.insertMany([other, foreign]);
    for (const id of [other._id, foreign._id, newId('accessPoint')])
      expect((await open(token, id)).status).toBe(404);
    expect(await eventsOf(pass)).toMatchObject([{ reason: 'pass_not_for_door', accessPointId: other._id }]);
    const headers = { 'idempotency-key': 'one door' };
    expect((await open(token, main._id, headers)).status).toBe(202);
    expect(await open(token, gate._id, headers)).toMatchObject({
      status: 422,
      body: { code: 'idempotency_key_reused' },
    });
    await waitUntil(() => controller.commands.length === 1, { what: 'the one command' });
  });

  test('403 for a form from another site', async () => {
    const { token, main } = await handOut();
    const headers = { 'sec-fetch-site': 'cross-site' };
    expect(await open(token, main._id, headers)).toMatchObject({ status: 403 });
  });
});

test('404 for the attempt of another pass', async () => {
  const { token, main } = await handOut();
  const other = await handOut();
  const { attempt } = (await open(token, main._id)).body;
  expect((await read(other.token, attempt.id)).status).toBe(404);
});
