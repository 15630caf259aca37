import type { Route } from '@pas/platform/http/define-route';
import { definePublicRoute, defineRoute } from '@pas/shared/routes/define-route';
import { keptChangesQuery, listEnvelope, pageQuery, SearchPrefix } from '@pas/platform/http/page';
import { created, ok } from '@pas/platform/http/reply';
import { idSchema } from '@pas/shared/ids/id';
import type { ApiKeyRow } from '@pas/shared/models/api-key';
import { z } from 'zod';
import { resolvePeriod } from '../analytics/resolve-request.ts';
import {
  ApiKey,
  ApiKeyStatus,
  CreateApiKey,
  NewApiKey,
  presentApiKey,
  RevokeApiKey,
  ReviewDue,
  RotateApiKey,
  UpdateApiKey,
} from './api-key.schema.ts';
import { apiKeySecrets } from './api-key-secrets.ts';
import type { ApiKeys } from './api-keys.ts';
import { chooseLimits } from './choose-limits.ts';
import { readIssuer } from './read-issuer.ts';
import { createApiKey, type CreatedApiKey } from './create-api-key.ts';
import { KeyUsage, usageQuery } from './key-usage.schema.ts';
import { listApiKeys } from './list-api-keys.ts';
import { loadApiKey } from './load-api-key.ts';
import { readKeyUsage } from './read-key-usage.ts';
import { revokeApiKey } from './revoke-api-key.ts';
import { rotateApiKey } from './rotate-api-key.ts';
import { rotateOwnApiKey } from './rotate-own-api-key.ts';
import { checkNewLimits, updateApiKey } from './update-api-key.ts';

const params = { id: idSchema('apiKey') };
const response = z.object({ apiKey: ApiKey });

const shown = (row: ApiKeyRow) => ({ apiKey: presentApiKey(row) });
const shownOnce = ({ row, secret }: CreatedApiKey) => ({
  apiKey: { ...presentApiKey(row), secret, secretAvailable: true },
});

const readingRoutes: Route[] = [
  defineRoute({
    method: 'get',
    path: '/api/admin/api-keys',
    operationId: 'listApiKeys',
    summary: 'List API keys',
    description:
      'All keys of the tenant, also expired and revoked ones. A caller restricted to some properties sees only keys that are restricted to the same properties or fewer.',
    scope: 'api-keys:read',
    query: {
      ...pageQuery(['createdAt', 'updatedAt', 'name', 'expiresAt']),
      ...keptChangesQuery,
      q: SearchPrefix,
      status: ApiKeyStatus.optional(),
      reviewDue: ReviewDue,
    },
    response: listEnvelope('apiKeys', ApiKey),
    run: async ({ ctx, query }) => {
      const { rows, ...page } = await listApiKeys(ctx, query);
      return ok({ apiKeys: rows.map((row) => presentApiKey(row)), ...page });
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/admin/api-keys/{id}',
    operationId: 'getApiKey',
    summary: 'Read an API key',
    description: 'One key. Its secret is shown only when it is created.',
    scope: 'api-keys:read',
    params,
    response,
    run: async ({ ctx, params: { id } }) => ok(shown(await loadApiKey(ctx, id))),
  }),
  defineRoute({
    method: 'get',
    path: '/api/admin/api-keys/{id}/usage',
    operationId: 'getApiKeyUsage',
    summary: 'Read the usage of an API key',
    description:
      'The number of requests with the key per hour or day, and the address of the last one. At most one minute late. Kept for 400 days.',
    scope: 'api-keys:read',
    params,
    query: usageQuery,
    response: z.object({ usage: KeyUsage }),
    check: async ({ ctx, query, faulty }) => faulty.has('to') || resolvePeriod(ctx, query),
    run: async ({ ctx, params: { id }, query }) => ok({ usage: await readKeyUsage(ctx, id, query) }),
  }),
];

const changingRoutes: Route[] = [
  defineRoute({
    method: 'patch',
    path: '/api/admin/api-keys/{id}',
    operationId: 'updateApiKey',
    summary: 'Change an API key',
    description:
      'The caller must hold everything that the key has and is given: 403. A change that widens the key needs a log-in of the last 15 minutes: 403 `login_too_old`. A key is widened by a scope, environment or property, a later end or a higher rate. A key that is expired or revoked cannot be changed: 409 `key_ended`. The gateway applies the change within one second.',
    scope: 'api-keys:write',
    params,
    body: UpdateApiKey,
    response,
    failures: [412],
    check: async ({ ctx, params: { id }, body }) => checkNewLimits(ctx, id, body),
    codes: { 403: ['property_not_allowed'], 409: ['key_ended'] },
    run: async ({ ctx, params: { id }, body, ifMatch }) =>
      ok(shown(await updateApiKey(ctx, { id, ifMatch, patch: body }))),
  }),
  defineRoute({
    method: 'post',
    path: '/api/admin/api-keys/{id}/revoke',
    operationId: 'revokeApiKey',
    summary: 'Revoke an API key',
    description:
      'The key stops working within one second and is 401 `key_revoked` from then on. Its record stays readable. A key that is revoked already stays unchanged.',
    scope: 'api-keys:write',
    params,
    body: RevokeApiKey,
    store: 'control',
    isPlanned: true,
    response,
    run: async ({ ctx, params: { id }, body: { reason } }) =>
      ok(shown(await revokeApiKey(ctx, { id, ifMatch: null, reason: reason ?? null }))),
  }),
  defineRoute({
    method: 'delete',
    path: '/api/admin/api-keys/{id}',
    operationId: 'deleteApiKey',
    summary: 'Revoke an API key',
    description: 'The same as `POST …/revoke` without a reason. The record stays readable.',
    scope: 'api-keys:write',
    params,
    isPlanned: true,
    response,
    failures: [412],
    run: async ({ ctx, params: { id }, ifMatch }) =>
      ok(shown(await revokeApiKey(ctx, { id, ifMatch, reason: null }))),
  }),
];

/** Routes whose answer shows a secret. */
function issuingRoutes(keys: ApiKeys): Route[] {
  return [
    defineRoute({
      method: 'post',
      path: '/api/admin/api-keys',
      operationId: 'createApiKey',
      summary: 'Issue an API key',
      description:
        'Only this answer shows the secret. An issuer grants only what it holds: a scope that it lacks is 403 `insufficient_scope`, an environment 403 `environment_not_allowed`. An issuer that is restricted to some properties issues no keys: 403 `property_not_allowed`. A key that issues a key gives it no later end and no higher rate than its own. A tenant has at most 25 live keys unless configured otherwise: 409 `key_limit_reached`. Keys with status ROTATING do not count.',
      scope: 'api-keys:write',
      needsWholeTenant: true,
      body: CreateApiKey,
      isSecret: true,
      store: 'control',
      secrets: apiKeySecrets,
      status: [201],
      response: z.object({ apiKey: NewApiKey }),
      check: async ({ ctx, body }) => chooseLimits(body, ctx.now, (await readIssuer(ctx)).bounds),
      codes: { 409: ['key_limit_reached'] },
      run: async ({ ctx, body }) => created(shownOnce(await createApiKey(ctx, keys, body))),
    }),
    defineRoute({
      method: 'post',
      path: '/api/admin/api-keys/{id}/rotate',
      operationId: 'rotateApiKey',
      summary: 'Rotate an API key',
      description:
        'Answers the successor, with the secret that only this answer shows. It has the grants and the lifetime of the old key, and shares its rate limit. The old key works until its `graceUntil`, then it is 401 `key_expired`. Until then its answers have the headers `Deprecation` and `Sunset`. If the old key itself has a predecessor that still works, that one ends now. The caller must hold everything that the key has: 403. If the caller is a key, the successor has no later end and no higher rate than the caller. A key that is expired, revoked or already rotated is 409 `key_not_rotatable`.',
      scope: 'api-keys:write',
      params,
      body: RotateApiKey,
      isSecret: true,
      store: 'control',
      secrets: apiKeySecrets,
      status: [201],
      response: z.object({ apiKey: NewApiKey }),
      codes: { 403: ['property_not_allowed'], 409: ['key_not_rotatable'] },
      run: async ({ ctx, params: { id }, body: { gracePeriodSeconds } }) =>
        created(shownOnce(await rotateApiKey(ctx, keys, { id, graceSeconds: gracePeriodSeconds }))),
    }),
    definePublicRoute({
      method: 'post',
      path: '/api/admin/api-keys/self/rotate',
      operationId: 'rotateOwnApiKey',
      summary: 'Rotate the API key of this request',
      description:
        'Answers the successor of the key that sends the request, with the secret that only this answer shows. No scope is needed. The successor has the same grants, rate limit and end, so a key cannot prolong itself. The old key works until its `graceUntil`. People and keys of the platform get 403 `api_key_required`. A key that is rotated already is 409 `key_not_rotatable`.',
      callers: 'admin',
      scope: null,
      body: RotateApiKey,
      isSecret: true,
      store: 'control',
      secrets: apiKeySecrets,
      status: [201],
      response: z.object({ apiKey: NewApiKey }),
      codes: { 403: ['api_key_required'], 409: ['key_not_rotatable'] },
      run: async ({ ctx, body: { gracePeriodSeconds } }) =>
        created(shownOnce(await rotateOwnApiKey(ctx, keys, gracePeriodSeconds))),
    }),
  ];
}

/** Routes of API keys. */
export function apiKeyRoutes(keys: ApiKeys): Route[] {
  return [...readingRoutes, ...issuingRoutes(keys), ...changingRoutes];
}
