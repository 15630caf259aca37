import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mongoUserKinds, type MongoUserKind } from '@pas/platform/mongo/users/store-roles';
import { randomBase62 } from '@pas/shared/api-keys/base62';
import { mintApiKey } from '@pas/shared/api-keys/key-format';
import { StartFailure } from './start-failure.ts';
import { writePrivateJson } from './write-private-file.ts';

const newSecret = (): string => randomBytes(32).toString('base64url');
const newPassword = (): string => randomBase62(16);

/** An Ed25519 private key in PEM (PKCS #8). */
function newSigningKey(): string {
  const { privateKey } = generateKeyPairSync('ed25519');
  return privateKey.export({ format: 'pem', type: 'pkcs8' }) as string;
}

const newEnvironmentSecrets = () => ({
  natsPassword: newSecret(),
  coreJwtPrivateKey: newSigningKey(),
  inviteTokenSecret: newSecret(),
});

/** A password for each user of an environment in MongoDB. */
const newMongoPasswords = () =>
  Object.fromEntries(mongoUserKinds.map((kind) => [kind, newSecret()])) as Record<MongoUserKind, string>;

/** How each secret is made on the first run. */
const makers = {
  DEV: newEnvironmentSecrets,
  TEST: newEnvironmentSecrets,
  mongoOperatorPassword: newSecret,
  mongoPasswords: () => ({ DEV: newMongoPasswords(), TEST: newMongoPasswords() }),
  assertionPrivateKey: newSigningKey,
  auditCheckpointPrivateKey: newSigningKey,
  apiKeyPepper: newSecret,
  operatorClientSecret: newSecret,
  identityApiSecret: newSecret,
  telephonyAAuthToken: newSecret,
  telephonyBPrivateKey: newSigningKey,
  paymentsWebhookSecret: newSecret,
  /** Standard Webhooks: `whsec_` and 24 to 64 bytes in base64. */
  identityWebhookSecret: () => `whsec_${randomBytes(32).toString('base64')}`,
  staffPassword: newPassword,
  residentPassword: newPassword,
  apiKey: () => mintApiKey('DEV'),
  platformApiKey: () => mintApiKey('DEV'),
  secondTenantApiKey: () => mintApiKey('DEV'),
  loadTenantApiKey: () => mintApiKey('DEV'),
} as const;

type Name = keyof typeof makers;

/** All secrets of one local system: made once, kept beside its data. */
export type Secrets = { readonly [N in Name]: ReturnType<(typeof makers)[N]> };

/** Names the environments that a local system runs. */
export const localEnvironments = ['DEV', 'TEST'] as const;
export type LocalEnvironment = (typeof localEnvironments)[number];

function readKept(file: string): Partial<Secrets> {
  if (!existsSync(file)) return {};
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Partial<Secrets>;
  } catch {
    throw new StartFailure(
      `${file} is not JSON. Restore it, or remove the whole directory to start with a new system.`,
    );
  }
}

interface Tree {
  readonly [name: string]: string | Tree;
}

/** Takes from `made` what `kept` lacks, at every depth. */
function fillIn(kept: Tree, made: Tree): Tree {
  const entries = Object.entries(made).map(([name, value]) => {
    const own = kept[name] ?? value;
    return [name, typeof own === 'object' && typeof value === 'object' ? fillIn(own, value) : own] as const;
  });
  return Object.fromEntries(entries);
}

/** Reads the secrets of a data directory, and makes those that are not there yet. */
export function keepSecrets(file: string): Secrets {
  const kept = readKept(file) as Tree;
  const made = Object.fromEntries(
    Object.entries(makers).map(([name, make]) => [name, make() as string | Tree]),
  );
  const secrets = fillIn(kept, made);
  if (JSON.stringify(secrets) !== JSON.stringify(kept)) writePrivateJson(file, secrets);
  return secrets as unknown as Secrets;
}
