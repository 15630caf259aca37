import type { Route } from '@pas/platform/http/define-route';
import { defineRoute } from '@pas/shared/routes/define-route';
import { listEnvelope, pageQuery, SearchPrefix, UpdatedSince } from '@pas/platform/http/page';
import { created, ok } from '@pas/platform/http/reply';
import { idSchema } from '@pas/shared/ids/id';
import { z } from 'zod';
import { ApiKey, ApiKeyStatus, CreateApiKey, NewApiKey, presentApiKey } from './api-key.schema.ts';
import { apiKeySecrets } from './api-key-secrets.ts';
import type { ApiKeys } from './api-keys.ts';
import { chooseLimits } from './choose-limits.ts';
import { readIssuer } from './read-issuer.ts';
import { createApiKey } from './create-api-key.ts';
import { listApiKeys } from './list-api-keys.ts';
import { loadApiKey } from './load-api-key.ts';

const tag = 'API keys';
const params = { id: idSchema('apiKey') };

/** The keys by which machines call the Admin API. */
export function apiKeyRoutes(keys: ApiKeys): Route[] {
  return [
    defineRoute({
      method: 'get',
      path: '/api/admin/api-keys',
      operationId: 'listApiKeys',
      summary: 'List API keys',
      description:
        'All keys of the tenant, also expired and revoked ones. A caller restricted to some properties sees only keys that are restricted to the same properties or fewer.',
      tag,
      scope: 'api-keys:read',
      query: {
        ...pageQuery(['createdAt', 'updatedAt', 'name', 'expiresAt']),
        updatedSince: UpdatedSince,
        q: SearchPrefix,
        status: ApiKeyStatus.optional(),
      },
      status: [200],
      response: listEnvelope('apiKeys', ApiKey),
      run: async ({ ctx, query }) => {
        const { rows, ...page } = await listApiKeys(ctx, query);
        return ok({ apiKeys: rows.map((row) => presentApiKey(row)), ...page });
      },
    }),
    defineRoute({
      method: 'post',
      path: '/api/admin/api-keys',
      operationId: 'createApiKey',
      freshLogin: true,
      summary: 'Issue an API key',
      description:
        'Only this answer shows the secret. An issuer grants only what it holds: a scope that it lacks is 403 `insufficient_scope`, an environment 403 `environment_not_allowed`. An issuer that is restricted to some properties issues no keys: 403 `property_not_allowed`. A key that issues a key gives it no later end and no higher rate than its own. A tenant has at most 25 live keys unless configured otherwise: 409 `key_limit_reached`. Keys with status ROTATING do not count.',
      tag,
      scope: 'api-keys:write',
      body: CreateApiKey,
      isSecret: true,
      store: 'control',
      secrets: apiKeySecrets,
      status: [201],
      response: z.object({ apiKey: NewApiKey }),
      failures: [404],
      check: async ({ ctx, body }) => chooseLimits(body, ctx.now, (await readIssuer(ctx)).bounds),
      codes: { 409: ['key_limit_reached'] },
      run: async ({ ctx, body }) => {
        const { row, secret } = await createApiKey(ctx, keys, body);
        return created({ apiKey: { ...presentApiKey(row), secret, secretAvailable: true } });
      },
    }),
    defineRoute({
      method: 'get',
      path: '/api/admin/api-keys/{id}',
      operationId: 'getApiKey',
      summary: 'Read an API key',
      description: 'One key. Its secret is shown only when it is created.',
      tag,
      scope: 'api-keys:read',
      params,
      status: [200],
      response: z.object({ apiKey: ApiKey }),
      run: async ({ ctx, params: { id } }) => ok({ apiKey: presentApiKey(await loadApiKey(ctx, id)) }),
    }),
  ];
}
