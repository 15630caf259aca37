import type { Problem } from '@pas/platform/http/render-error';
import { newId } from '@pas/shared/ids/id';
import { IdempotentRequestModel } from '@pas/platform/idempotency/idempotent-request';
import { InviteModel, type InviteRow } from '@pas/shared/models/invite';
import { describe, expect, test } from 'vitest';
import { newTenantCaller, startAdmin, type InviteAnswer } from './admin-harness.ts';
import { eventsOf, inviteSupport } from './invite-support.ts';

const admin = await startAdmin();
const caller = await newTenantCaller();
const { tenantId, post, newUnit, invite } = await inviteSupport(admin, caller);
const unitId = await newUnit();

type Verb = 'dispatch' | 'resend' | 'revoke';
type Result = {
  inviteId: string;
  status: number;
  code?: string;
  message?: string;
  invite?: InviteAnswer['invite'];
};
type BulkAnswer = { results: Result[] };

let people = 0;
async function invited(fields: object = {}): Promise<string> {
  people += 1;
  const { status, body } = await invite({ unitId, inviteeEmail: `p${people}@bulk.test`, ...fields });
  expect(status).toBe(201);
  return body.invite.id;
}
const some = async (count: number): Promise<string[]> => {
  const ids: string[] = [];
  for (let made = 0; made < count; made += 1) ids.push(await invited());
  return ids;
};
const change = async (id: string, fields: object) =>
  InviteModel.updateOne({ _id: id, tenantId }, { $set: fields });
const stored = async (id: string) => InviteModel.findOne({ _id: id, tenantId }).lean<InviteRow>();
const bulk = <Answer = BulkAnswer>(verb: Verb, inviteIds: readonly string[], key?: string, as = caller) =>
  admin.call<Answer>('POST', `/api/admin/onboarding/invites/bulk/${verb}`, {
    as,
    body: { inviteIds },
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
  });

const wordsOf = ({ inviteId, status, code, invite: shown }: Result) => [
  inviteId,
  status,
  code,
  shown?.status,
];

/** Returns the single call's result for the second invite of a pair, as a bulk result of the first one. */
async function wordsOfSingle(verb: Verb, [inviteId, alone]: [string, string]) {
  type Single = { code?: string; invite?: InviteAnswer['invite'] };
  const { status, body } = await post<Single>(`onboarding/invites/${alone}/${verb}`, {});
  return [inviteId, status, body.code, body.invite?.status];
}

describe('each invite has the result of the single call', () => {
  const ended = (expiredReason: string) => ({ status: 'EXPIRED', expiredReason, pendingKey: null });
  const states: [string, object][] = [
    ['pending', {}],
    ['accepted', { status: 'ACCEPTED', pendingKey: null }],
    ['lapsed', { expiresAt: new Date(0) }],
    ['expired', ended('TTL')],
    ['revoked', ended('REVOKED')],
    ['superseded', ended('SUPERSEDED')],
    ['just resent', { resends: [{ at: new Date() }] }],
  ];

  test.each(['dispatch', 'resend', 'revoke'] as const)('%s', async (verb) => {
    const pairs: [string, string][] = [];
    for (const [, fields] of states) {
      const pair: [string, string] = [await invited(), await invited()];
      for (const id of pair) await change(id, fields);
      pairs.push(pair);
    }
    const nobody = await invited({ inviteeEmail: undefined });
    const other = await invited({ inviteeEmail: undefined });
    pairs.push([nobody, other], [newId('invite'), newId('invite')]);

    const { status, body } = await bulk(
      verb,
      pairs.map(([id]) => id),
    );

    expect(status).toBe(200);
    expect(body.results.map(wordsOf)).toEqual(
      await Promise.all(pairs.map(async (pair) => wordsOfSingle(verb, pair))),
    );
  });

  test('a repeated invite has the result of a second call', async () => {
    const id = await invited();
    const { body } = await bulk('resend', [id, id]);
    expect(body.results.map(({ status, code }) => [status, code])).toEqual([
      [202, undefined],
      [429, 'rate_limited'],
    ]);
  });

  test('a refusal names the invite, its person and the reason in words', async () => {
    const revoked = { status: 'EXPIRED', expiredReason: 'REVOKED', pendingKey: null };
    const [named, phone, nobody] = [
      await invited({ inviteeEmail: 'clara@bulk.test', inviteeName: 'Clara Reyes' }),
      await invited({ inviteeEmail: undefined, inviteePhone: '+12025550123' }),
      await invited({ inviteeEmail: undefined }),
    ];
    for (const id of [named, phone, nobody]) await change(id, revoked);
    const { body } = await bulk('dispatch', [named, phone, nobody, await invited()]);
    const reason = 'The invite was revoked. Create a new one.';
    expect(body.results.map(({ message }) => message)).toEqual([
      `Invite ${named} of Clara Reyes (clara@bulk.test): ${reason}`,
      `Invite ${phone} of +12025550123: ${reason}`,
      `Invite ${nobody} without a contact: ${reason}`,
      undefined,
    ]);
  });

  test('404 for invites of other properties', async () => {
    const id = await invited();
    const restricted = { ...caller, propertyIds: [newId('property')] };
    const { body } = await bulk('revoke', [id], undefined, restricted);
    const message = `Invite ${id}: There is nothing with this id here. Check the id and the environment.`;
    expect(body.results).toEqual([{ inviteId: id, status: 404, code: 'not_found', message }]);
    expect((await stored(id))?.status).toBe('PENDING');
  });
});

describe('refused as a whole', () => {
  test.each([
    ['none', []],
    ['more than 500', Array.from({ length: 501 }, () => newId('invite'))],
    ['something that is not an id', [newId('unit')]],
  ])('422 for %s', async (_what, ids) => {
    expect((await bulk<Problem>('dispatch', ids)).status).toBe(422);
  });

  test('403 without the scope', async () => {
    const as = { ...caller, scopes: ['onboarding:dispatch'] };
    expect((await bulk<Problem>('revoke', [newId('invite')], undefined, as)).status).toBe(403);
    expect((await bulk('dispatch', [newId('invite')], undefined, as)).status).toBe(200);
  });
});

describe('with an Idempotency-Key', () => {
  test('a repeat answers the same with links, and changes nothing', async () => {
    const ids = await some(3);
    const first = await bulk('resend', ids, 'all done');
    const again = await bulk('resend', ids, 'all done');
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.body).toEqual(first.body);
    expect(again.body.results[0]?.invite?.token).toMatch(/^[\w-]{43}$/);
    expect(await eventsOf(ids[0] ?? '')).toEqual(['created', 'resent']);
    const kept = await IdempotentRequestModel.find({ tenantId }).lean();
    expect(JSON.stringify(kept)).not.toContain(again.body.results[0]?.invite?.token);
  });

  test('a repeat runs the failed items and those that a lost call has not reached', async () => {
    const ids = await some(3);
    const [first = '', second = ''] = ids;
    await change(second, { resends: [{ at: new Date() }] });
    expect((await bulk('resend', ids.slice(0, 2), 'other body')).status).toBe(200);
    const partly = await bulk('resend', ids, 'partly done');
    expect(partly.body.results.map(({ status }) => status)).toEqual([429, 429, 202]);
    await change(first, { resends: [] });
    await change(second, { resends: [] });
    const { headers, body } = await bulk('resend', ids, 'partly done');
    expect(headers.get('idempotency-replayed')).toBeNull();
    expect(body.results.map(({ status }) => status)).toEqual([202, 202, 202]);
    expect(body.results[2]).toEqual(partly.body.results[2]);
    expect(await eventsOf(ids[2] ?? '')).toEqual(['created', 'resent']);
  });

  test('422 for another body', async () => {
    const ids = await some(2);
    await bulk('dispatch', ids, 'reused');
    const { status, body } = await bulk<Problem>('dispatch', ids.slice(1), 'reused');
    expect([status, body.code]).toEqual([422, 'idempotency_key_reused']);
  });

  test('ten concurrent calls with one key process each invite once, with equal answers', async () => {
    const ids = await some(5);
    const answers = await Promise.all(Array.from({ length: 10 }, () => bulk('resend', ids, 'at once')));
    const answered = answers.filter(({ status }) => status === 200);
    expect(answered.length).toBeGreaterThan(0);
    // On a busy machine a call may exceed its time, and a repeat is safe.
    expect(answers.filter(({ status }) => ![200, 503, 504].includes(status))).toEqual([]);
    for (const { body } of answered)
      expect(body.results.map(({ status }) => status)).toEqual([202, 202, 202, 202, 202]);
    for (const id of ids) {
      expect((await stored(id))?.deliveries).toHaveLength(1);
      expect(await eventsOf(id)).toEqual(['created', 'resent']);
    }
  });
});
