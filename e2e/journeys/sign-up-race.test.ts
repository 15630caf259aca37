import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditOf } from '../client/audit-trail.ts';
import { call, type HttpAnswer } from '../client/http-call.ts';
import {
  actAsManager,
  inviteToNewUnit,
  type Invite,
  type PropertyManager,
  type Unit,
} from '../client/property-manager.ts';
import { password, signUp, type SignInResult } from '../client/resident.ts';
import { openStores, type Stores } from '../client/stores.ts';
import { waitForRequests } from '../shared-system/wait-for-requests.ts';
import { useSystem, type SharedSystem } from '../shared-system/use-system.ts';

/** Repeats a request after a 503: a busy store may not handle fifty changes of one invite in time. */
async function untilServed<Body>(ask: () => Promise<HttpAnswer<Body>>): Promise<HttpAnswer<Body>> {
  for (;;) {
    const answer = await ask();
    if (answer.status !== 503) return answer;
  }
}

const racers = Array.from({ length: 50 }, (_, index) => index);

describe.each([
  { who: 'one person', isOnePerson: true, emailOf: () => undefined },
  {
    who: 'different people',
    isOnePerson: false,
    emailOf: (racer: number, race: string) => `${racer}.${race}@example.test`,
  },
])('50 sign-ups of $who, racing on one invite over two replicas', ({ isOnePerson, emailOf }) => {
  const race = randomUUID();
  const correlationId = `race-${race}`;
  const headers = { 'X-Correlation-Id': correlationId };
  let system: SharedSystem;
  let stores: Stores;
  let manager: PropertyManager;
  let unit: Unit;
  let invite: Invite;
  let answers: HttpAnswer<SignInResult>[];
  let winner: SignInResult;

  beforeAll(async () => {
    system = await useSystem();
    stores = await openStores(system, 'DEV');
    const { gatewayUrl, apiKey } = system.local;
    manager = actAsManager({ gatewayUrl, key: apiKey });
    const contact = emailOf(0, race) === undefined ? `one.${race}@example.test` : undefined;
    ({ unit, invite } = await inviteToNewUnit(manager, `Race ${race}`, contact));
    answers = await Promise.all(
      racers.map((racer) => {
        const email = emailOf(racer, race);
        const person = { inviteToken: invite.token, ...(email !== undefined && { email }) };
        // Wrong guesses count for an address of their own, and limit no other test.
        return untilServed(() =>
          signUp(gatewayUrl, person, { headers, from: isOnePerson ? '127.0.41.2' : '127.0.41.3' }),
        );
      }),
    );
    winner = answers.find(({ status }) => status === 201)?.body as SignInResult;
  });
  afterAll(() => stores.close());

  test('create one resident: the same person is signed in, others learn that the invite is used', () => {
    const losers = answers.filter(({ status }) => status !== 201);
    expect(losers).toHaveLength(racers.length - 1);
    const used = { status: 410, body: { code: 'invite_accepted', invite: { status: 'ACCEPTED' } } };
    const again = { status: 200, body: { resident: { id: winner.resident.id } } };
    for (const { status, body } of losers) expect({ status, body }).toMatchObject(isOnePerson ? again : used);
  });

  test('are served by both replicas', async () => {
    const served = await waitForRequests(system, ['resident-1', 'resident-2'], {
      correlationId,
      count: racers.length,
    });
    for (const requests of served) expect(requests).toBeGreaterThan(0);
  });

  test('create one user with the residence, and no second account', async () => {
    const inUnit = await manager.listUsers({ unitId: unit.id });
    expect(inUnit.total).toBe(1);
    expect(inUnit.users[0]).toMatchObject({ id: winner.resident.id, email: winner.resident.email });
    expect(inUnit.users[0]?.residences).toHaveLength(1);
    const accounts = await Promise.all(
      racers.slice(0, 5).map(async (racer) => {
        const email = emailOf(racer, race) ?? winner.resident.email;
        const body = { email, password };
        const { status } = await call(`${system.local.gatewayUrl}/api/v1/auth/login`, {
          body,
          from: '127.0.41.1',
        });
        return { isWinner: email === winner.resident.email, status };
      }),
    );
    for (const { isWinner, status } of accounts) expect(status).toBe(isWinner ? 200 : 401);
  });

  test('record one accepted invite, one log-in for each repeat, and one accepted event', async () => {
    const atLeast = isOnePerson ? racers.length : 1;
    const { records, submitted } = await auditOf(manager, stores, { correlationId, atLeast });
    expect(submitted).toBe(atLeast);
    const accepted = records.filter(({ action }) => action === 'invite.accepted');
    expect(accepted).toMatchObject([{ actor: { id: winner.resident.id } }]);
    expect(records.filter(({ action }) => action === 'session.started')).toHaveLength(atLeast - 1);
    const events = await stores.eventsIn('ONBOARDING');
    const types = events
      .filter(({ correlationid }) => correlationid === correlationId)
      .map(({ type }) => type);
    expect(types.toSorted()).toEqual([
      'pas.v1.onboarding.invite.accepted',
      'pas.v1.onboarding.residence.started',
    ]);
    expect(await manager.readInvite(invite.id)).toMatchObject({
      status: 'ACCEPTED',
      acceptedUserId: winner.resident.id,
    });
  });
});
