import { AdminConfig } from '@pas/admin/src/config.ts';
import { CoreMobileConfig } from '@pas/core-mobile/src/config.ts';
import { GatewayConfig } from '@pas/gateway/src/config.ts';
import { ResidentConfig } from '@pas/resident/src/config.ts';
import { WebhooksConfig } from '@pas/webhooks/src/config.ts';
import { ruleOf } from '@pas/platform/config/rules';
import { z } from 'zod';
import { repository } from './generated-file.ts';

/** An environment variable that a service reads. */
export interface Variable {
  name: string;
  description: string;
  isRequired: boolean;
  /** True for a value that must not appear in logs, images and version control. */
  isSecret: boolean;
  /** Default in the format of an environment variable; null for none. */
  preset: string | null;
  /** Allowed values; null when they cannot be listed. */
  choices: readonly string[] | null;
  /** Rule for its value in production; null for none. */
  demand: string | null;
}

/** Configuration schemas of the services, by name. */
export const serviceSchemas: Readonly<Record<string, z.ZodObject>> = {
  gateway: GatewayConfig,
  admin: AdminConfig,
  resident: ResidentConfig,
  'core-mobile': CoreMobileConfig,
  webhooks: WebhooksConfig,
};

/** Returns whether a name is that of a secret, by its end. Public keys are not secrets. */
const isSecretName = (name: string): boolean =>
  /_(SECRETS?|KEYS?|TOKENS)$/.test(name) && !/_PUBLIC_KEYS?$/.test(name);

interface JsonSchemaProperty {
  description?: string;
  default?: unknown;
  enum?: readonly unknown[];
}

/** Formats a default. A path in the repository is shown relative to its root, which differs on every machine. */
function spellPreset(preset: unknown): string | null {
  if (typeof preset === 'string') return preset.replace(`${repository}/`, '');
  if (typeof preset === 'number' || typeof preset === 'boolean') return String(preset);
  return null;
}

function readVariables(schema: z.ZodObject): Variable[] {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return Object.entries(properties).map(([name, property]) => {
    const described = property as JsonSchemaProperty;
    return {
      name,
      description: described.description ?? '',
      isRequired: required.includes(name),
      isSecret: isSecretName(name),
      preset: spellPreset(described.default),
      choices: described.enum?.map(String) ?? null,
      demand: ruleOf(schema.shape[name] as z.ZodType)?.demand ?? null,
    };
  });
}

/** Environment variables of each service, from its schema. */
export const serviceVariables: Readonly<Record<string, readonly Variable[]>> = Object.fromEntries(
  Object.entries(serviceSchemas).map(([service, schema]) => [service, readVariables(schema)]),
);
