import { SessionModel, type SessionRow } from '@pas/shared/models/session';
import { TenantModel } from '@pas/shared/models/tenant';
import { UserModel } from '@pas/shared/models/user';
import type { Principal } from '@pas/shared/principal/principal';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { Session } from '../src/resources/sessions/session.schema.ts';
import {
  addResident,
  password,
  principalOf,
  startResident,
  untilKnown,
  type SignInResult,
} from './resident-harness.ts';

const service = await startResident();

type SessionList = { sessions: z.output<typeof Session>[]; total: number };

const refresh = (refreshToken: string) =>
  service.call<SignInResult>('POST', '/api/v1/auth/refresh', { body: { refreshToken } });
const refusedRefresh = (refreshToken: string) =>
  service.call('POST', '/api/v1/auth/refresh', { body: { refreshToken } });
const listSessions = (as: Principal) => service.call<SessionList>('GET', '/api/v1/sessions', { as });
const logIn = async (email: string) =>
  (await service.call<SignInResult>('POST', '/api/v1/auth/login', { body: { email, password } })).body;

describe('a refresh token', () => {
  test('200: returns the next token and a new Core JWT of the same session', async () => {
    const { answer, as } = await addResident(service);

    const { status, body } = await refresh(answer.refreshToken);

    expect(status).toBe(200);
    expect(principalOf(body)).toEqual(as);
    expect(body.resident).toEqual(answer.resident);
    expect((await refresh(body.refreshToken)).status).toBe(200);
  });

  test('401: an unknown token', async () => {
    expect((await refusedRefresh('nonsense')).status).toBe(401);
  });

  test.each(['idleExpiresAt', 'absoluteExpiresAt'])('401: a token past its %s', async (field) => {
    const { answer, as } = await addResident(service);
    const session = { _id: as.sessionId ?? '' };
    await SessionModel.updateOne(session, { $set: { [field]: new Date() } });
    expect((await refusedRefresh(answer.refreshToken)).status).toBe(401);
  });

  test('lives 30 days from its last use and 90 from the log-in', async () => {
    const { answer, as } = await addResident(service);
    const dayMs = 24 * 3_600_000;
    const age = async () => {
      const session = await SessionModel.findOne({ _id: as.sessionId ?? '' }).lean();
      const { createdAt, lastUsedAt, idleExpiresAt, absoluteExpiresAt } = session as SessionRow;
      return [
        (idleExpiresAt.getTime() - lastUsedAt.getTime()) / dayMs,
        (absoluteExpiresAt.getTime() - createdAt.getTime()) / dayMs,
      ];
    };
    expect(await age()).toEqual([30, 90]);
    await refresh(answer.refreshToken);
    expect(await age()).toEqual([30, 90]);
  });

  test('403: a disabled resident', async () => {
    const { answer, as } = await addResident(service);
    await UserModel.updateOne(
      { _id: as.id ?? '', tenantId: as.tenantId ?? '' },
      { $set: { status: 'DISABLED' } },
    );
    expect((await refusedRefresh(answer.refreshToken)).body.code).toBe('resident_disabled');
  });

  test('200: a suspended tenant, because residents keep their doors', async () => {
    const { answer, home } = await addResident(service);
    await TenantModel.updateOne({ _id: home.tenantId }, { $set: { status: 'SUSPENDED' } });
    await untilKnown(home.tenantId, 'SUSPENDED');
    expect((await refresh(answer.refreshToken)).status).toBe(200);
  });

  test('401: a deleted tenant', async () => {
    const { answer, home } = await addResident(service);
    await TenantModel.updateOne({ _id: home.tenantId }, { $set: { isLive: false } });
    await untilKnown(home.tenantId, null);
    expect((await refusedRefresh(answer.refreshToken)).status).toBe(401);
  });
});

describe('signing out', () => {
  test('204: ends the session of a refresh token, also for a repeat', async () => {
    const { answer } = await addResident(service);
    const logOut = () =>
      service.call('POST', '/api/v1/auth/logout', { body: { refreshToken: answer.refreshToken } });

    expect((await logOut()).status).toBe(204);
    expect((await logOut()).status).toBe(204);

    expect((await refusedRefresh(answer.refreshToken)).status).toBe(401);
  });

  test('204: without a refresh token it ends the session of the Core JWT', async () => {
    const { answer, as } = await addResident(service);
    expect((await service.call('POST', '/api/v1/auth/logout', { as })).status).toBe(204);
    expect((await refusedRefresh(answer.refreshToken)).status).toBe(401);
  });

  test('401: neither token', async () => {
    const { status, body } = await service.call('POST', '/api/v1/auth/logout');
    expect([status, body.code]).toEqual([401, 'credentials_missing']);
  });
});

describe('the list of sessions', () => {
  test('200: shows the person’s devices and marks the current one', async () => {
    const { email, as } = await addResident(service);
    const { token } = await logIn(email);
    await addResident(service);

    const { status, body } = await listSessions(as);

    expect(status).toBe(200);
    expect(body).toMatchObject({ total: 2, limit: 50, offset: 0 });
    expect(body.sessions.map(({ id, current }) => [id, current])).toEqual([
      [principalOf({ token }).sessionId, false],
      [as.sessionId, true],
    ]);
  });

  test('401: an anonymous caller', async () => {
    expect((await service.call('GET', '/api/v1/sessions')).status).toBe(401);
  });
});

describe('deleting a session', () => {
  const remove = (as: Principal, id: string | null) =>
    service.call('DELETE', `/api/v1/sessions/${id}`, { as });

  test('204: signs a lost phone out; 404 for a repeat', async () => {
    const { email, as } = await addResident(service);
    const phone = await logIn(email);
    const { sessionId } = principalOf(phone);

    expect((await remove(as, sessionId)).status).toBe(204);

    expect((await refusedRefresh(phone.refreshToken)).status).toBe(401);
    expect((await listSessions(as)).body.total).toBe(1);
    expect((await remove(as, sessionId)).status).toBe(404);
  });

  test('404: another person’s session looks like an unknown one', async () => {
    const [one, other] = [await addResident(service), await addResident(service)];
    const headers = { 'x-correlation-id': 'the-same-for-both' };
    const foreign = await service.call('DELETE', `/api/v1/sessions/${other.as.sessionId}`, {
      as: one.as,
      headers,
    });
    const unknown = await service.call('DELETE', '/api/v1/sessions/ses_unknown', { as: one.as, headers });

    expect(foreign.status).toBe(404);
    expect(foreign.body).toEqual(unknown.body);
    expect((await refresh(other.answer.refreshToken)).status).toBe(200);
  });
});

describe('switching', () => {
  const switchTo = (as: Principal, userId: string) =>
    service.call<SignInResult>('POST', '/api/v1/auth/switch', { as, body: { userId } });

  test('200: the session switches to another membership of the person', async () => {
    const first = await addResident(service);
    const second = await addResident(service, { email: first.email });

    const { status, body } = await switchTo(second.as, first.answer.resident.id);

    expect(status).toBe(200);
    expect(body.resident.id).toBe(first.answer.resident.id);
    expect(body.memberships[0]).toMatchObject({ userId: first.answer.resident.id, current: true });
    expect((await refusedRefresh(second.answer.refreshToken)).status).toBe(401);
  });

  test('the new session ends when the old one would have', async () => {
    const { as, answer } = await addResident(service);
    const absoluteExpiresAt = new Date(Date.now() + 86_400_000);
    await SessionModel.updateOne({ _id: as.sessionId ?? '' }, { $set: { absoluteExpiresAt } });
    const { sessionId } = principalOf((await switchTo(as, answer.resident.id)).body);
    const next = await SessionModel.findById(sessionId).lean();
    expect(next?.absoluteExpiresAt).toEqual(absoluteExpiresAt);
  });

  test('401 session_expired: a session that has ended gets no successor', async () => {
    const { as, answer } = await addResident(service);
    await SessionModel.updateOne({ _id: as.sessionId ?? '' }, { $set: { revokedAt: new Date() } });
    const { status, body } = await switchTo(as, answer.resident.id);
    expect([status, body]).toMatchObject([401, { code: 'session_expired' }]);
    expect(await SessionModel.countDocuments({ userId: answer.resident.id, revokedAt: null })).toBe(0);
  });

  test('two switches at the same time leave one session', async () => {
    const { as, answer } = await addResident(service);
    const { id } = answer.resident;
    const answers = await Promise.all([switchTo(as, id), switchTo(as, id)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401]);
    expect(await SessionModel.countDocuments({ userId: id, revokedAt: null })).toBe(1);
  });

  test('404: a membership of another person', async () => {
    const [one, other] = [await addResident(service), await addResident(service)];
    expect((await switchTo(one.as, other.answer.resident.id)).status).toBe(404);
  });

  test('401: an anonymous caller', async () => {
    const { answer } = await addResident(service);
    const body = { userId: answer.resident.id };
    expect((await service.call('POST', '/api/v1/auth/switch', { body })).status).toBe(401);
  });
});
