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
  /** It must stay out of logs, images and version control. */
  isSecret: boolean;
  /** As it would be written into the environment; null where there is none. */
  preset: string | null;
  /** The only values it takes; null where there are too many to list. */
  choices: readonly string[] | null;
  /** What production demands of its value; null where nothing. */
  demand: string | null;
}

/** The configuration schemas of the services, by their names. */
export const serviceSchemas: Readonly<Record<string, z.ZodObject>> = {
  gateway: GatewayConfig,
  admin: AdminConfig,
  resident: ResidentConfig,
  'core-mobile': CoreMobileConfig,
  webhooks: WebhooksConfig,
};

/** By the house's naming, secrets say so at the end of their name; the public half of a key pair is none. */
const isSecretName = (name: string): boolean =>
  /_(SECRETS?|KEYS?|TOKENS)$/.test(name) && !/_PUBLIC_KEYS?$/.test(name);

interface Described {
  description?: string;
  default?: unknown;
  enum?: readonly unknown[];
}

/** A preset that lies in the repository is shown from its root: it is at another place on every machine. */
function spellPreset(preset: unknown): string | null {
  if (typeof preset === 'string') return preset.replace(`${repository}/`, '');
  if (typeof preset === 'number' || typeof preset === 'boolean') return String(preset);
  return null;
}

function readVariables(schema: z.ZodObject): Variable[] {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return Object.entries(properties).map(([name, property]) => {
    const described = property as Described;
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

/** What each service reads from its environment, as its schema says. */
export const serviceVariables: Readonly<Record<string, readonly Variable[]>> = Object.fromEntries(
  Object.entries(serviceSchemas).map(([service, schema]) => [service, readVariables(schema)]),
);
