import { expect, test } from 'vitest';
import * as client from '../src/index.ts';
import { problem } from './scripted-server.ts';
import { inOrder, useAdmin } from './use-server.ts';

const fail = async (...given: Parameters<typeof problem>): Promise<client.ApiError> => {
  const { client: admin } = await useAdmin(inOrder(problem(...given)), { maxRetries: 0 });
  const error: unknown = await admin.units
    .update('unit_1', { label: '' }, { ifMatch: 7 })
    .catch((each: unknown) => each);
  return error as client.ApiError;
};

test.each([
  [400, client.BadRequestError],
  [401, client.AuthenticationError],
  [403, client.ForbiddenError],
  [404, client.NotFoundError],
  [409, client.ConflictError],
  [410, client.GoneError],
  [412, client.PreconditionFailedError],
  [422, client.InvalidError],
  [429, client.RateLimitError],
  [500, client.ServerError],
  [503, client.ServerError],
  [418, client.ApiError],
])('%i is an error of its own class', async (status, kind) => {
  const error = await fail(status, 'any_code');
  expect(error).toBeInstanceOf(kind);
  expect(error).toMatchObject({
    name: kind.name,
    status,
    code: 'any_code',
    correlationId: 'corr-of-the-answer',
    operation: 'units.update',
  });
});

test('422 lists every field with its message', async () => {
  const errors = [{ path: 'label', code: 'required', message: 'label is required.' }];
  const error = await fail(422, 'validation_failed', { members: { errors } });
  expect(error.errors).toEqual(errors);
  expect(error.fields).toEqual({ label: 'label is required.' });
});

test('409 shows the children that are in the way', async () => {
  const children = [{ type: 'unit', count: 3 }];
  expect(await fail(409, 'has_children', { members: { children } })).toMatchObject({
    children,
    availableAt: null,
  });
});

test('409 shows when a number is free again', async () => {
  const availableAt = '2026-03-01T09:30:00.000Z';
  const error = await fail(409, 'virtual_number_quarantined', { members: { availableAt } });
  expect(error).toMatchObject({ availableAt, children: [] });
});

test('410 shows the state of the invite', async () => {
  const invite = { status: 'EXPIRED', expiresAt: '2026-03-01T09:30:00.000Z' };
  expect(await fail(410, 'invite_expired', { members: { invite } })).toMatchObject({ invite });
});

test('412 shows the version that was required', async () => {
  expect(await fail(412, 'version_mismatch')).toMatchObject({ sentVersion: '"7"' });
});

test('403 shows the missing scope', async () => {
  const headers = { 'www-authenticate': 'Bearer error="insufficient_scope", scope="units:write"' };
  expect(await fail(403, 'insufficient_scope', { headers })).toMatchObject({ scope: 'units:write' });
});

test('a page of a proxy is an error with the code unknown', async () => {
  const page = { status: 502, body: '<html>Bad gateway</html>' };
  const { client: admin } = await useAdmin(inOrder(page), { maxRetries: 0 });
  await expect(admin.stats.get()).rejects.toMatchObject({
    status: 502,
    code: 'unknown',
    correlationId: null,
  });
});

test('a page of a proxy in place of a result is an error', async () => {
  const { client: admin } = await useAdmin(inOrder({ body: '<html>Sign in to the network</html>' }));
  await expect(admin.stats.get()).rejects.toThrow('stats.get: the answer is not a JSON object');
});

test('members that this version does not know are kept', async () => {
  expect((await fail(409, 'new_code', { members: { hint: 'wait' } })).problem['hint']).toBe('wait');
});
