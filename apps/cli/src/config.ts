import { Secret } from '@pas/platform/config/fields';
import { busFields, processFields } from '@pas/shared/service/service-fields';
import { z } from 'zod';

const { NODE_ENV, ENVIRONMENT, MONGO_URL, CONTROL_MONGO_URL, TLS_CA_FILE } = processFields;

/** What every command reads. */
export const CliConfig = z.object({
  NODE_ENV,
  ENVIRONMENT: ENVIRONMENT.describe('The environment (Core) that commands are for.'),
  MONGO_URL,
  CONTROL_MONGO_URL,
  TLS_CA_FILE,
});
export type CliConfig = z.output<typeof CliConfig>;

/** What commands read that mint keys. */
export const KeysConfig = CliConfig.extend({
  API_KEY_PEPPER_SECRET: Secret.describe('The pepper under which API keys are hashed.'),
});
export type KeysConfig = z.output<typeof KeysConfig>;

/** What commands read that look at the event bus. */
export const BusConfig = CliConfig.extend(busFields);
export type BusConfig = z.output<typeof BusConfig>;
