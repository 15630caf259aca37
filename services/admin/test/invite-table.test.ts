import { isDeepStrictEqual } from 'node:util';
import { InviteModel, type InviteRow } from '@pas/shared/models/invite';
import { effectsOf, inviteStates, type InviteState, type TableRow } from '@pas/testing/invite-table';
import { expect, test } from 'vitest';
import { newTenantCaller, startAdmin, type InviteAnswer } from './admin-harness.ts';
import { inviteSupport } from './invite-support.ts';

// Tests the transitions of an invite in the Admin API: every state and action, by id and token.

const admin = await startAdmin();
const caller = await newTenantCaller();
const { tenantId, newUnit, invite } = await inviteSupport(admin, caller);

const [accepted, revoked, superseded, expired] = [
  { answer: '409 invite_already_accepted' },
  { answer: '409 invite_revoked' },
  { answer: '409 invite_superseded' },
  { answer: '409 invite_expired' },
];
const dead = { ACCEPTED: accepted, 'EXPIRED(REVOKED)': revoked, 'EXPIRED(SUPERSEDED)': superseded };
const resent = { answer: '202 PENDING', events: ['resent'], record: 'invite.resent' };
const resend = {
  ...dead,
  PENDING: resent,
  'PENDING past its time': { ...resent, events: ['expired', 'resent'] },
  'EXPIRED(TTL)': resent,
};
const asItWas = (reason: string): TableRow => ({ answer: `200 EXPIRED(${reason})` });
const revoke = {
  PENDING: { answer: '200 EXPIRED(REVOKED)', events: ['revoked'], record: 'invite.revoked' },
  'PENDING past its time': asItWas('TTL'),
  ACCEPTED: accepted,
  'EXPIRED(TTL)': asItWas('TTL'),
  'EXPIRED(REVOKED)': asItWas('REVOKED'),
  'EXPIRED(SUPERSEDED)': asItWas('SUPERSEDED'),
};
const table: Record<string, Record<InviteState, TableRow>> = {
  dispatch: {
    ...dead,
    PENDING: { answer: '202 PENDING', events: ['dispatched'], record: 'invite.dispatched' },
    'PENDING past its time': expired,
    'EXPIRED(TTL)': expired,
  },
  resend,
  'resend with rotate': resend,
  revoke,
  DELETE: revoke,
  PATCH: {
    ...dead,
    PENDING: { answer: '200 PENDING', record: 'invite.updated' },
    'PENDING past its time': expired,
    'EXPIRED(TTL)': expired,
  },
};

const bodies: Record<string, object> = {
  'resend with rotate': { rotate: true },
  PATCH: { inviteeName: 'Another name' },
};
const root = '/api/admin/onboarding';

/** Returns all spellings of an action: method, path and body, for an invite by id or by token. */
function waysTo(action: string, by: 'id' | 'token', name: string): [string, string, object][] {
  const body = bodies[action] ?? {};
  if (action === 'DELETE' || action === 'PATCH')
    return by === 'id' ? [[action, `${root}/invites/${name}`, body]] : [];
  const [verb = ''] = action.split(' ');
  const named = by === 'id' ? { inviteId: name } : { token: name };
  const inBody: [string, string, object] = ['POST', `${root}/${verb}`, { ...named, ...body }];
  return [
    ['POST', `${root}/invites/${name}/${verb}`, body],
    ['POST', `${root}/invite/${name}/${verb}`, body],
    ...(verb === 'revoke' ? [] : [inBody]),
  ];
}

const stored = async (_id: string) => InviteModel.findOne({ _id, tenantId }).lean<InviteRow>();

/** Returns the events and audit records of an invite since its creation. */
async function effectsOfAction(_id: string) {
  const { events, records } = await effectsOf({ _id, tenantId });
  return { events: events.slice(1).toSorted(), records: records.slice(1) };
}

type Answer = Partial<InviteAnswer> & { code?: string };
const toWords = (status: number, { code, invite: shown }: Answer): string => {
  if (!shown) return `${status} ${code}`;
  const reason = shown.expiredReason === null ? '' : `(${shown.expiredReason})`;
  return `${status} ${shown.status}${reason}`;
};

const unitId = await newUnit();
let people = 0;
async function inviteIn(state: InviteState) {
  people += 1;
  const { body } = await invite({ unitId, inviteeEmail: `person-${people}@table.test` });
  const { id, token } = body.invite;
  await InviteModel.updateOne({ _id: id, tenantId }, { $set: inviteStates[state] });
  return { id, token: token ?? '' };
}

const cases = Object.entries(table).flatMap(([action, rows]) =>
  Object.entries(rows).flatMap(([state, row]) =>
    (['id', 'token'] as const).flatMap((by) =>
      waysTo(action, by, '…').map((_way, spelling) => ({
        action,
        state: state as InviteState,
        by,
        spelling,
        row,
      })),
    ),
  ),
);

test.each(cases)(
  '$action of $state by $by, spelling $spelling',
  async ({ action, state, by, spelling, row }) => {
    const names = await inviteIn(state);
    const [method = '', path = '', body] = waysTo(action, by, names[by])[spelling] ?? [];
    const before = await stored(names.id);

    const answer = await admin.call<Answer>(method, path, {
      as: caller,
      ...(method !== 'DELETE' && { body }),
    });

    expect(toWords(answer.status, answer.body)).toBe(row.answer);
    expect(await effectsOfAction(names.id)).toEqual({
      events: row.events ?? [],
      records: row.record === undefined ? [] : [row.record],
    });
    expect(isDeepStrictEqual(await stored(names.id), before)).toBe(row.record === undefined);
  },
);

test.each(Object.keys(inviteStates) as InviteState[])(
  'another invite to the person of one that is %s',
  async (state) => {
    const { id } = await inviteIn(state);
    const before = await stored(id);
    const again = await invite({ unitId, inviteeEmail: `person-${people}@table.test` });
    const isSame = state === 'PENDING';
    expect([again.status, again.body.invite.id === id]).toEqual([isSame ? 200 : 201, isSame]);
    const hasLapsed = state === 'PENDING past its time';
    expect((await effectsOfAction(id)).events).toEqual(hasLapsed ? ['expired'] : []);
    expect(isDeepStrictEqual(await stored(id), before)).toBe(!hasLapsed);
  },
);
