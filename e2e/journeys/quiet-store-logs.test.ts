import { randomUUID } from 'node:crypto';
import { hashInviteToken } from '@pas/shared/invites/invite-links';
import { hashRefreshToken } from '@pas/shared/sessions/refresh-token';
import { createConnection, type Connection } from 'mongoose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call } from '../client/http-call.ts';
import { receiveMail } from '../client/mailbox.ts';
import { actAsManager, type Invite } from '../client/property-manager.ts';
import { password, signUp, type SignInResult } from '../client/resident.ts';
import { useSystem, type SharedSystem } from '../shared-system/use-system.ts';

/** MongoDB's own default, in milliseconds. */
const defaultSlowMs = 100;

describe('the logs of the stores when each command counts as slow', () => {
  const email = `quiet.${randomUUID()}@example.test`;
  let system: SharedSystem;
  let mongo: Connection;
  let invite: Invite;
  let person: SignInResult;
  let refreshed: SignInResult;

  async function onboard(): Promise<void> {
    const { gatewayUrl, apiKey, mailboxUrl } = system.local;
    const manager = actAsManager({ gatewayUrl, key: apiKey });
    const property = await manager.createProperty('Quiet');
    const unit = await manager.ensureUnit(property.id, '1');
    invite = await manager.createInvite(unit.id, email);
    await manager.dispatch(invite.id);
    await receiveMail(mailboxUrl, email);
    const portalUrl = system.portalOf('DEV');
    person = (await signUp(portalUrl, { inviteToken: invite.token })).body;
    const auth = `${portalUrl}/api/v1/auth`;
    const { refreshToken } = person;
    refreshed = (await call<SignInResult>(`${auth}/refresh`, { body: { refreshToken } })).body;
    await call(`${auth}/login`, { body: { email, password } });
  }

  beforeAll(async () => {
    system = await useSystem();
    mongo = await createConnection(system.local.mongoUrl).asPromise();
    await mongo.getClient().db('admin').command({ profile: 0, slowms: 0 });
    await onboard();
  });
  afterAll(async () => {
    await mongo.getClient().db('admin').command({ profile: 0, slowms: defaultSlowMs });
    await mongo.close();
  });

  test('contain no command that a process was not authorized for', () => {
    expect(system.wholeLogOf('mongod')).not.toContain('Checking authorization failed');
  });

  test('contain no hash, token or address of a person', () => {
    const logs = ['mongod', 'nats-server'].map((name) => system.wholeLogOf(name));
    expect(logs.join('')).toContain('Connection accepted');
    const secrets = {
      'the e-mail': email,
      'the hash of a password': '$argon2id$',
      'the token of the invite': invite.token,
      'the hash of that token': hashInviteToken(invite.token),
      'the refresh token': person.refreshToken,
      'the hash of the refresh token': hashRefreshToken(person.refreshToken),
      'the hash of its successor': hashRefreshToken(refreshed.refreshToken),
    };
    const found = Object.entries(secrets).filter(([, secret]) => logs.some((log) => log.includes(secret)));
    expect(found.map(([name]) => name)).toEqual([]);
  });
});
