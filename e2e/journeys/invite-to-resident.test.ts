import { randomUUID } from 'node:crypto';
import { waitUntil } from '@pas/testing/wait-until';
import { localEnvironments } from '@pas/tools/local-system/secrets';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectedHash, sealedForm } from '../client/audit-chain.ts';
import { auditOf } from '../client/audit-trail.ts';
import { bodyOf, call } from '../client/http-call.ts';
import { linkIn, mailsTo, receiveMail, type Mail } from '../client/mailbox.ts';
import {
  actAsManager,
  inviteToNewUnit,
  type Invite,
  type PropertyManager,
  type Unit,
} from '../client/property-manager.ts';
import { exchangeIdentity, signUp, type OwnUnits, type SignInResult } from '../client/resident.ts';
import { openStores, type Stores } from '../client/stores.ts';
import { useSystem, type SharedSystem } from '../shared-system/use-system.ts';

describe.each(localEnvironments)('from an invite to a resident in %s', (environment) => {
  const correlationId = `journey-${randomUUID()}`;
  const email = `jordan.${randomUUID()}@example.test`;
  let system: SharedSystem;
  let stores: Stores;
  let manager: PropertyManager;
  let portalUrl: string;
  let unit: Unit;
  let invite: Invite;
  let mail: Mail;
  let signedIn: SignInResult;

  beforeAll(async () => {
    system = await useSystem();
    stores = await openStores(system, environment);
    portalUrl = system.portalOf(environment);
    const { gatewayUrl, apiKey, mailboxUrl } = system.local;
    const headers = { 'X-Correlation-Id': correlationId, 'X-Admin-Env': environment };
    manager = actAsManager({ gatewayUrl, key: apiKey, headers });

    ({ unit, invite } = await inviteToNewUnit(manager, `Harbor View ${environment}`, email));
    await manager.dispatch(invite.id);
    mail = await receiveMail(mailboxUrl, email);
    const inviteToken = linkIn(mail).split('/').at(-1) ?? '';
    const headersOfBrowser = { 'X-Correlation-Id': correlationId };
    signedIn = await bodyOf(signUp(portalUrl, { inviteToken }, { headers: headersOfBrowser }), 201);
  });
  afterAll(() => stores.close());

  test('one mail arrives with a link to the environment’s own gateway', async () => {
    expect(linkIn(mail)).toBe(invite.inviteUrl);
    expect(linkIn(mail).startsWith(`${portalUrl}/join/`)).toBe(true);
    expect(mail.html).toContain(linkIn(mail));
    expect(mail).toMatchObject({ to: email, subject: `Your invite to Harbor View ${environment}` });
    expect(await mailsTo(system.local.mailboxUrl, email)).toHaveLength(1);
  });

  test('the resident is signed in immediately and sees the unit of the invite', async () => {
    expect(signedIn).toMatchObject({ tokenType: 'Bearer', resident: { email, firstName: 'Jordan' } });
    const own = await call<OwnUnits>(`${portalUrl}/api/v1/units`, { bearer: signedIn.token });
    expect(own).toMatchObject({
      status: 200,
      body: { total: 1, units: [{ id: unit.id, property: { name: `Harbor View ${environment}` } }] },
    });
  });

  test('the manager sees the acceptance and the resident of the unit', async () => {
    const userId = signedIn.resident.id;
    expect(await manager.readInvite(invite.id)).toMatchObject({
      status: 'ACCEPTED',
      acceptedUserId: userId,
      deliveries: [{ channel: 'EMAIL', status: 'SENT' }],
    });
    const { users, total } = await manager.listUsers({ unitId: unit.id });
    expect(total).toBe(1);
    expect(users[0]).toMatchObject({ id: userId, email, status: 'ACTIVE' });
    expect(users[0]?.residences).toMatchObject([{ unitId: unit.id, inviteId: invite.id }]);
  });

  test('the audit has one record for each step with its actor', async () => {
    const { records, submitted } = await auditOf(manager, stores, { correlationId, atLeast: 5 });
    expect(submitted).toBe(5);
    const steps = records.map(({ action, actor, outcome }) => [action, actor.type, outcome]);
    expect(new Set(steps.map(String))).toEqual(
      new Set([
        'property.created,API_KEY,SUCCESS',
        'unit.created,API_KEY,SUCCESS',
        'invite.created,API_KEY,SUCCESS',
        'invite.dispatched,API_KEY,SUCCESS',
        'invite.accepted,RESIDENT,SUCCESS',
      ]),
    );
    expect(steps).toHaveLength(5);
    const accepted = records.find(({ action }) => action === 'invite.accepted');
    expect(accepted).toMatchObject({
      actor: { id: signedIn.resident.id },
      targets: [{ type: 'invite', id: invite.id }, { type: 'user' }, { type: 'unit', id: unit.id }],
      context: { environment, service: 'resident' },
    });
    expect(records.every(({ context }) => context.environment === environment)).toBe(true);
  });

  test('the records form one chain without gaps, and each hash covers all earlier records', async () => {
    const { records } = await auditOf(manager, stores, { correlationId, atLeast: 5 });
    const chain = await stores.chainOf(unit.tenantId);
    expect(chain.map(({ seq }) => seq)).toEqual(chain.map((_link, index) => index + 1));
    expect(chain.map(({ prevHash }) => prevHash)).toEqual([
      '0'.repeat(64),
      ...chain.slice(0, -1).map(({ hash }) => hash),
    ]);
    expect(chain.map(({ hash }) => hash)).toEqual(chain.map((link) => expectedHash(link)));
    for (const { seq, hash, prevHash } of records) expect(chain[seq - 1]).toMatchObject({ hash, prevHash });
  });

  test('a client can compute every hash from the records alone, even with personal values', async () => {
    const { records } = await auditOf(manager, stores, { correlationId, atLeast: 5 });
    expect(records.some(({ digests }) => digests.length > 0)).toBe(true);
    for (const record of records) expect(expectedHash(sealedForm(record))).toBe(record.hash);
  });

  test('an accepted invite refuses another sign-up and another dispatch', async () => {
    const again = await signUp(portalUrl, { inviteToken: invite.token, email: `other.${email}` });
    expect(again).toMatchObject({
      status: 410,
      body: { code: 'invite_accepted', invite: { status: 'ACCEPTED' } },
    });
    const dispatched = await manager.call(`/onboarding/invites/${invite.id}/dispatch`, { method: 'POST' });
    expect(dispatched).toMatchObject({ status: 409, body: { code: 'invite_already_accepted' } });
  });

  test('a session of the identity provider signs the same resident in', async () => {
    const { sandboxUrl } = system.local;
    const minted = await call<{ token: string }>(`${sandboxUrl}/identity/session-tokens`, {
      body: { email },
    });
    const answer = await exchangeIdentity(portalUrl, minted.body.token);
    expect(answer).toMatchObject({ status: 200, body: { resident: { id: signedIn.resident.id } } });
    const own = await call<OwnUnits>(`${portalUrl}/api/v1/units`, { bearer: answer.body.token });
    expect(own.body.units.map(({ id }) => id)).toEqual([unit.id]);
    const query = { targetId: signedIn.resident.id, action: 'session.started' };
    await waitUntil(async () => (await manager.listAudit(query)).total === 1, {
      what: 'the record of the login',
    });
  });

  test('a session of another person, or with an unverified e-mail address, is refused', async () => {
    const mint = async (body: object): Promise<string> =>
      (await call<{ token: string }>(`${system.local.sandboxUrl}/identity/session-tokens`, { body })).body
        .token;
    const stranger = await exchangeIdentity(
      portalUrl,
      await mint({ email: `nobody.${randomUUID()}@example.test` }),
    );
    expect(stranger).toMatchObject({ status: 403, body: { code: 'resident_not_found' } });
    const unproven = await exchangeIdentity(
      portalUrl,
      await mint({ email: `unproven.${randomUUID()}@example.test`, emailVerified: false }),
    );
    expect(unproven).toMatchObject({ status: 403, body: { code: 'email_unverified' } });
  });
});
