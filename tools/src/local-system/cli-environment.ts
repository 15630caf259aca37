import {
  mongoUrlOf,
  mongoUsersOf,
  natsUrlOf,
  portalUrlOf,
  urlOf,
  type Blueprint,
} from './plans/blueprint.ts';
import { publicKeyOf } from './public-key.ts';
import { localEnvironments } from './secrets.ts';
import { writePrivateFile } from './write-private-file.ts';

/** Joins the lines of a PEM text for a file of settings. The configuration reads `\n` as a line break. */
const onOneLine = (pem: string): string => pem.trimEnd().replaceAll('\n', String.raw`\n`);

/** Writes the settings of `script/pas` for this system. They name DEV, which the caller's environment can override. */
export function writeCliEnvironment(blueprint: Blueprint): void {
  const environment = 'DEV';
  const cli = { kind: 'cli', environment } as const;
  const migrations = { kind: 'migrations', environment } as const;
  const databases = (['control', ...localEnvironments] as const).map((name) => [
    name,
    mongoUrlOf(blueprint, name, 'operator'),
  ]);
  const variables = {
    BACKUP_DATABASES: `'${JSON.stringify(Object.fromEntries(databases))}'`,
    ENVIRONMENT: environment,
    MONGO_URL: mongoUrlOf(blueprint, environment, cli),
    CONTROL_MONGO_URL: mongoUrlOf(blueprint, 'control', cli),
    MIGRATIONS_MONGO_URL: mongoUrlOf(blueprint, environment, migrations),
    MIGRATIONS_CONTROL_MONGO_URL: mongoUrlOf(blueprint, 'control', migrations),
    OPERATOR_MONGO_URL: mongoUrlOf(blueprint, environment, 'operator'),
    OPERATOR_CONTROL_MONGO_URL: mongoUrlOf(blueprint, 'control', 'operator'),
    MONGO_USERS: `'${mongoUsersOf(blueprint, environment)}'`,
    NATS_URL: natsUrlOf(blueprint, environment, 'cli'),
    DECLARER_NATS_URL: natsUrlOf(blueprint, environment, 'declarer'),
    SANDBOX_URL: urlOf(blueprint, 'sandbox'),
    PAS_URL: urlOf(blueprint, 'gateway'),
    PAS_API_KEY: blueprint.secrets.apiKey.key,
    PORTAL_URL: portalUrlOf(blueprint, environment),
    API_KEY_PEPPER_SECRET: blueprint.secrets.apiKeyPepper,
    AUDIT_CHECKPOINT_DIR: blueprint.directory.auditCheckpoints,
    AUDIT_CHECKPOINT_PUBLIC_KEYS: onOneLine(publicKeyOf(blueprint.secrets.auditCheckpointPrivateKey)),
    AUDIT_CHECKPOINT_PRIVATE_KEY: onOneLine(blueprint.secrets.auditCheckpointPrivateKey),
    ...(blueprint.tls && { NODE_ENV: 'production', TLS_CA_FILE: blueprint.tls.caFile }),
  };
  const lines = Object.entries(variables).map(([name, value]) => `${name}=${value}\n`);
  writePrivateFile(blueprint.directory.cliEnvironmentFile, lines.join(''));
}
