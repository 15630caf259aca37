import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '@pas/platform/log/logger';
import { createDoorCommands } from '@pas/shared/access/door-commands';
import { newId } from '@pas/shared/ids/id';
import type { AppParts } from '@pas/shared/service/start-service';
import { tenantRow, testLinks, testPasses } from '@pas/testing/rows';
import { ApiKeyModel, type ApiKeyRow } from '@pas/shared/models/api-key';
import { TenantModel } from '@pas/shared/models/tenant';
import { keyId } from '@pas/shared/principal/assertion';
import { anonymous, type Principal } from '@pas/shared/principal/principal';
import { grantableScopes } from '@pas/shared/principal/scopes';
import { useHarness, type ServiceHarness } from '@pas/testing/service-harness';
import { apiKeyPrincipal } from '@pas/testing/test-gateway';
import type { z } from 'zod';
import { createAdminApp } from '../src/app.ts';
import { openCheckpointFiles } from '@pas/shared/audit-chain/checkpoint-files';
import type { NewApiKey } from '../src/resources/api-keys/api-key.schema.ts';
import type { Invite } from '../src/resources/onboarding/invite.schema.ts';
import type { Property } from '../src/resources/properties/property.schema.ts';
import type { Unit } from '../src/resources/units/unit.schema.ts';
import { adminRoutes, type AdminDependencies } from '../src/routes.ts';
import { apiKeyRow } from './api-key-row.ts';
import { testWebhooks } from './test-webhooks.ts';

const checkpointKeys = generateKeyPairSync('ed25519');

/** Directory and signing key of a test file's checkpoints. */
export const checkpointing = {
  directory: join(tmpdir(), `property-access-checkpoints-${randomUUID()}`),
  privateKey: checkpointKeys.privateKey,
  publicKeys: new Map([[await keyId(checkpointKeys.publicKey), checkpointKeys.publicKey]]),
};

/** Door commands without answers from controllers, so that attempts only change by tests. */
const doors = createDoorCommands({
  adapters: { nats: () => new Promise(() => undefined) },
  log: createLogger({ service: 'admin', environment: 'TEST', level: 'silent' }),
});

/** Onboarding in an environment with a mail server and a telephony provider. */
export const onboardingBySms = { links: testLinks, channels: ['EMAIL', 'SMS'] } as const;

/** Dependencies of the mounted Admin API. */
export const adminDependencies: AdminDependencies = {
  onboarding: { links: testLinks, channels: ['EMAIL'] },
  importing: { maxRows: 20_000 },
  apiKeys: {
    pepper: 'pepper-of-at-least-32-characters!',
    maxLive: 25,
    countReport: async () => undefined,
  },
  audit: {
    checkpoints: {
      files: openCheckpointFiles(checkpointing.directory, 'TEST'),
      publicKeys: checkpointing.publicKeys,
    },
  },
  doors,
  webhooks: testWebhooks,
  passes: testPasses,
};

/** Starts the Admin API on a free port, with separate databases. */
export async function startAdmin(others: Partial<AdminDependencies> = {}): Promise<ServiceHarness> {
  const dependencies = { ...adminDependencies, ...others };
  const build = (parts: AppParts) => createAdminApp(parts, dependencies);
  const routes = adminRoutes(dependencies);
  return useHarness({ service: 'admin', routes, build });
}

/** Stores a caller's own key, for callers that issue others. It belongs to no tenant, so no list shows it. */
export async function recordCaller(id: string, fields: Partial<ApiKeyRow> = {}): Promise<void> {
  const rateLimit = { limit: 60_000, windowSeconds: 1 };
  const expiresAt = new Date(Date.now() + 400 * 86_400_000);
  const row = apiKeyRow('', { _id: id, rateLimit, expiresAt, environments: ['TEST', 'PROD'], ...fields });
  await ApiKeyModel.insertMany([{ ...row, tenantId: null }]);
}

/** Creates a customer and returns its privileged caller. */
export async function newTenantCaller(scopes: readonly string[] = grantableScopes): Promise<Principal> {
  const row = tenantRow();
  const settings = { ...row.settings, timeZone: 'America/New_York' };
  await TenantModel.insertMany([{ ...row, settings }]);
  const id = newId('apiKey');
  await recordCaller(id);
  return { ...apiKeyPrincipal(row._id, scopes), id };
}

/** Returns the platform's key, with an optional tenant. */
export function platformCaller(tenantId: string | null = null): Principal {
  return {
    ...anonymous,
    kind: 'api_key',
    id: newId('apiKey'),
    name: 'Platform',
    tenantId,
    scopes: ['platform'],
  };
}

export type PropertyAnswer = { property: z.output<typeof Property> };
export type UnitAnswer = { unit: z.output<typeof Unit> };
export type ApiKeyAnswer = { apiKey: z.output<typeof NewApiKey> };
export type InviteAnswer = { invite: z.output<typeof Invite> };

/** Creates a property through the API. */
export async function addProperty(admin: ServiceHarness, as: Principal, name = 'Harbor View') {
  const body = { name, address: { country: 'US' } };
  const answer = await admin.call<PropertyAnswer>('POST', '/api/admin/properties', { as, body });
  return answer.body.property;
}

/** Creates a unit through the API. */
export async function addUnit(admin: ServiceHarness, as: Principal, propertyId: string, label = '4B') {
  const answer = await admin.call<UnitAnswer>('POST', '/api/admin/units', {
    as,
    body: { propertyId, label },
  });
  return answer.body.unit;
}

/** Issues a key through the API. */
export async function addApiKey(admin: ServiceHarness, as: Principal, fields: object = {}) {
  const body = { name: 'Nightly import', scopes: ['units:read'], ...fields };
  const answer = await admin.call<ApiKeyAnswer>('POST', '/api/admin/api-keys', { as, body });
  return answer.body.apiKey;
}
