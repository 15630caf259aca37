import { OutboxModel } from '@pas/platform/events/outbox';
import { newProperty } from '@pas/shared/models/new-property';
import { newUnit } from '@pas/shared/models/new-unit';
import { InviteModel } from '@pas/shared/models/invite';
import { PropertyModel } from '@pas/shared/models/property';
import { TenantModel } from '@pas/shared/models/tenant';
import { UnitModel } from '@pas/shared/models/unit';
import type { SignInAnswer } from '@pas/shared/accounts/accounts.schema';
import { inviteRow, tenantRow, testLinks } from '@pas/testing/rows';
import { residentPrincipal } from '@pas/testing/test-gateway';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { startCoreMobile } from './core-mobile-harness.ts';

type SignInResult = z.output<typeof SignInAnswer>;

const service = await startCoreMobile();
const password = 'correct horse battery';

const post = <Body = SignInResult & { code: string }>(path: string, body?: unknown) =>
  service.call<Body>('POST', `/registration/${path}`, body === undefined ? {} : { body });

let people = 0;

async function addInvite() {
  people += 1;
  const tenant = tenantRow();
  const ctx = { tenantId: tenant._id, now: new Date() };
  const empty = { line1: null, line2: null, city: null, region: null, postalCode: null };
  const address = { ...empty, country: 'US' };
  const property = newProperty(ctx, { name: 'Maple Court', address, timeZone: 'UTC' });
  const unit = newUnit(ctx, { propertyId: property._id, label: 'Apt 4B' });
  const inviteeEmail = `mobile-${people}@example.test`;
  const invite = inviteRow(unit, { inviteeEmail, contactKey: inviteeEmail });
  await TenantModel.insertMany([tenant]);
  await PropertyModel.insertMany([property]);
  await UnitModel.insertMany([unit]);
  await InviteModel.insertMany([invite]);
  const inviteToken = testLinks.linkOf(invite).token;
  return { email: inviteeEmail, tenantId: tenant._id, inviteId: invite._id, inviteToken };
}

/** Adds a person who signed up with an older app. */
async function addPerson() {
  const invite = await addInvite();
  const { inviteToken } = invite;
  const signUp = { inviteToken, password, firstName: 'Jordan', lastName: 'Lee' };
  const answer = await post('signup', signUp);
  return { ...invite, signUp, answer };
}

describe('an older app', () => {
  test('201: signs up with an invite, and the tenant gets one event', async () => {
    const { answer, email, tenantId, inviteId } = await addPerson();

    expect(answer.status).toBe(201);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.body).toMatchObject({ tokenType: 'Bearer', expiresIn: 900, resident: { email, tenantId } });
    expect((await InviteModel.findOne({ _id: inviteId, tenantId }).lean())?.status).toBe('ACCEPTED');
    const events = await OutboxModel.find({ tenantId }).lean();
    const accepted = events.filter(({ subject }) => subject === 'pas.v1.onboarding.invite.accepted');
    expect(accepted).toHaveLength(1);
    expect(accepted[0]?.envelope.source).toContain('core-mobile');
  });

  test('gets the Core JWT of the Resident API', async () => {
    const { token } = (await addPerson()).answer.body;
    expect(decodeProtectedHeader(token)).toMatchObject({ alg: 'Ed25519', typ: 'at+jwt' });
    const { iss, aud, sub, exp = 0, iat = 0 } = decodeJwt(token);
    expect([iss, aud]).toEqual(['http://portal.test', 'core']);
    expect([sub?.startsWith('user_'), exp - iat]).toEqual([true, 900]);
  });

  test('200: repeats a sign-up whose answer was lost; 410 for any other person', async () => {
    const { signUp, answer } = await addPerson();
    const again = await post('signup', signUp);
    expect([again.status, again.body.resident.id]).toEqual([200, answer.body.resident.id]);
    const other = await post('signup', { ...signUp, password: 'another password' });
    expect([other.status, other.body.code]).toEqual([410, 'invite_accepted']);
  });

  test('422 password_too_common: a password that many people use', async () => {
    const { inviteToken } = await addInvite();
    const body = { inviteToken, password: 'Password123', firstName: 'Jordan', lastName: 'Lee' };
    const { status, body: problem } = await post('signup', body);
    expect([status, problem.code]).toEqual([422, 'password_too_common']);
  });

  test('200: logs in, refreshes; 204: logs out', async () => {
    const { email } = await addPerson();
    const entered = await post('login', { email, password });
    expect(entered.status).toBe(200);
    const renewed = await post('refresh', { refreshToken: entered.body.refreshToken });
    expect(renewed.status).toBe(200);
    expect((await post('logout', { refreshToken: renewed.body.refreshToken })).status).toBe(204);
    expect((await post('refresh', { refreshToken: renewed.body.refreshToken })).status).toBe(401);
  });

  test('204: logs out by its Core JWT', async () => {
    const { body } = (await addPerson()).answer;
    const { sub = '', tid, sid } = decodeJwt<{ tid: string; sid: string }>(body.token);
    const as = residentPrincipal(sub, tid, sid);
    expect((await service.call('POST', '/registration/logout', { as })).status).toBe(204);
    expect((await post('refresh', { refreshToken: body.refreshToken })).status).toBe(401);
  });

  test('401: an unknown e-mail and a wrong password get the same answer', async () => {
    const { email } = await addPerson();
    const headers = { 'x-correlation-id': 'the-same-for-both' };
    const send = (body: unknown) => service.call('POST', '/registration/login', { body, headers });
    const known = await send({ email, password: 'not the password' });
    const unknown = await send({ email: 'nobody@example.test', password: 'not the password' });
    expect([known.status, known.body.code]).toEqual([401, 'invalid_credentials']);
    expect(unknown.body).toEqual(known.body);
  });

  test('429: guesses count with those at the Resident API, per account', async () => {
    const { email } = await addPerson();
    for (let guess = 0; guess < 10; guess += 1) await post('login', { email, password: `guess ${guess}` });
    const { status, body } = await post('login', { email, password });
    expect([status, body.code]).toEqual([429, 'rate_limited']);
  });
});

test('every answer says that the path is deprecated, and names its successor', async () => {
  const { email } = await addPerson();
  const answers = {
    signup: await post('signup', {}),
    login: await post('login', { email, password }),
    refresh: await post('refresh', { refreshToken: 'nonsense' }),
    logout: await post('logout', { refreshToken: 'nonsense' }),
  };
  expect(Object.values(answers).map(({ status }) => status)).toEqual([422, 200, 401, 204]);
  for (const [name, { headers }] of Object.entries(answers)) {
    expect(headers.get('deprecation')).toBe('@1767225600');
    expect(headers.get('link')).toBe(`</api/v1/auth/${name}>; rel="successor-version"`);
  }
});
