import { HttpUrl, JsonText, MongoUrl, Pem, PemList, SafeText, Secret } from '@pas/platform/config/fields';
import { findMongoFaults } from '@pas/platform/config/address-faults';
import { productionField } from '@pas/platform/config/rules';
import { WantedUsers } from '@pas/platform/mongo/users/wanted-users';
import { busFields, processFields } from '@pas/shared/service/service-fields';
import { z } from 'zod';
import { DatabaseName } from './backup/manifest.ts';

const { NODE_ENV, ENVIRONMENT, MONGO_URL, CONTROL_MONGO_URL, TLS_CA_FILE } = processFields;

/** Settings of every command. */
export const CliConfig = z.object({
  NODE_ENV,
  ENVIRONMENT: ENVIRONMENT.describe('The environment (Core) that commands are for.'),
  MONGO_URL,
  CONTROL_MONGO_URL,
  TLS_CA_FILE,
});
export type CliConfig = z.output<typeof CliConfig>;

/** Settings of commands that prepare collections, indexes and stored rows for a release. */
export const MigrationsConfig = CliConfig.extend({
  MIGRATIONS_MONGO_URL: MongoUrl.optional().describe(
    'The database of the environment, opened as its user `migrations`. Default: MONGO_URL.',
  ),
  MIGRATIONS_CONTROL_MONGO_URL: MongoUrl.optional().describe(
    'The control database, opened as the user `migrations`. Default: CONTROL_MONGO_URL.',
  ),
});

/** Settings of commands that create users in MongoDB. */
export const UsersConfig = z.object({
  OPERATOR_MONGO_URL: MongoUrl.describe(
    'The database of the environment, opened as an operator who may make users and roles there.',
  ),
  OPERATOR_CONTROL_MONGO_URL: MongoUrl.optional().describe(
    'The control database, opened as such an operator. Default: OPERATOR_MONGO_URL.',
  ),
  MONGO_USERS: WantedUsers.describe(
    'The users that the environment should have in MongoDB, as JSON: `[{ "name": "resident-1", "password": "…" }]`. The number is the generation of the user.',
  ),
});

/** Settings of commands that create keys. */
export const KeysConfig = CliConfig.extend({
  API_KEY_PEPPER_SECRET: Secret.describe('The pepper under which API keys are hashed.'),
});
export type KeysConfig = z.output<typeof KeysConfig>;

/** Settings of commands that make links for people. */
export const SetupLinksConfig = CliConfig.extend({
  PORTAL_URL: HttpUrl.describe('The public address of the environment, the base of setup links.'),
});

/** Settings of the command that explains lost audit records after a restore. */
export const RestorationConfig = CliConfig.extend({
  AUDIT_CHECKPOINT_DIR: SafeText.min(1).describe('Directory of the signed checkpoints of the audit.'),
  AUDIT_CHECKPOINT_PUBLIC_KEYS: PemList.describe('Ed25519 public keys (PEM) whose checkpoints are accepted.'),
  AUDIT_CHECKPOINT_PRIVATE_KEY: Pem.describe('Ed25519 private key (PKCS #8 PEM) that signs checkpoints.'),
});
export type RestorationConfig = z.output<typeof RestorationConfig>;

/** Addresses of databases by name, as JSON. Production: each over TLS with a user. */
const DatabaseUrls = productionField(
  JsonText.pipe(
    z
      .record(DatabaseName, z.string().regex(/^mongodb(\+srv)?:\/\/\S+$/, 'Expected addresses.'))
      .refine((urls) => 'control' in urls, 'Expected `control` among the names.'),
  ),
  {
    demand: '`tls=true`, user and password in each',
    findFaults: (text) =>
      Object.values(JsonText.parse(text) as Record<string, string>).flatMap(findMongoFaults),
  },
);

/** Settings of commands that make and restore backups. */
export const BackupConfig = z.object({
  NODE_ENV,
  TLS_CA_FILE,
  BACKUP_DATABASES: DatabaseUrls.describe(
    'All databases of the system as JSON, opened as an operator with all rights: `{ "control": "mongodb://…", "PROD": "mongodb://…" }`.',
  ),
  AUDIT_CHECKPOINT_DIR: RestorationConfig.shape.AUDIT_CHECKPOINT_DIR.optional(),
});
export type BackupConfig = z.output<typeof BackupConfig>;

/** Settings of commands that connect to the event bus. */
export const BusConfig = CliConfig.extend(busFields);
export type BusConfig = z.output<typeof BusConfig>;

/** Settings of the command that declares streams. */
export const StreamsConfig = z.object({
  DECLARER_NATS_URL: busFields.NATS_URL.optional().describe(
    'The event bus, as the user that may make streams and consumers. Default: NATS_URL.',
  ),
  NATS_URL: busFields.NATS_URL.optional(),
});

/** Settings of `pas doctor`. It examines only the parts whose settings are there. */
export const DoctorConfig = CliConfig.extend({
  NATS_URL: busFields.NATS_URL.optional(),
  DECLARER_NATS_URL: StreamsConfig.shape.DECLARER_NATS_URL,
  OPERATOR_MONGO_URL: UsersConfig.shape.OPERATOR_MONGO_URL.optional(),
  OPERATOR_CONTROL_MONGO_URL: UsersConfig.shape.OPERATOR_CONTROL_MONGO_URL,
  MONGO_USERS: UsersConfig.shape.MONGO_USERS.optional(),
  AUDIT_CHECKPOINT_DIR: RestorationConfig.shape.AUDIT_CHECKPOINT_DIR.optional(),
  TLS_CERT_FILE: SafeText.optional().describe('PEM file of a certificate whose end is examined.'),
  TLS_KEY_FILE: SafeText.optional().describe('PEM file of the key of that certificate.'),
});

/** Settings of commands that call the API with a key. */
export const ApiConfig = z.object({
  ENVIRONMENT,
  PAS_URL: HttpUrl.describe('The gateway whose default environment is ENVIRONMENT.'),
  PAS_API_KEY: SafeText.min(1).describe('The API key of the caller.'),
  TLS_CA_FILE,
});

/** Settings of commands that send signed events to a program. */
export const ListenConfig = ApiConfig.extend({
  PAS_WEBHOOK_SECRET: SafeText.regex(/^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/, 'Expected whsec_ and base64.')
    .optional()
    .describe('The secret that signs forwarded events. Default: a new one for each start.'),
});

/** Settings of commands that play external providers. */
export const TriggerConfig = z.object({
  SANDBOX_URL: HttpUrl.optional().describe('The sandbox of a local system, which plays the providers.'),
  TLS_CA_FILE,
});
