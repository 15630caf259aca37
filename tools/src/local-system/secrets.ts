import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { mongoUserKinds, type MongoUserKind } from '@pas/platform/mongo/users/store-roles';
import { randomBase62 } from '@pas/shared/api-keys/base62';
import { mintApiKey } from '@pas/shared/api-keys/key-format';
import { busUsers, type BusUser } from '@pas/shared/events/bus-users';
import { StartFailure } from './start-failure.ts';
import { writePrivateJson } from './write-private-file.ts';

const newSecret = (): string => randomBytes(32).toString('base64url');
const newPassword = (): string => randomBase62(16);

/** Creates an Ed25519 private key in PEM (PKCS #8). */
function newSigningKey(): string {
  const { privateKey } = generateKeyPairSync('ed25519');
  return privateKey.export({ format: 'pem', type: 'pkcs8' }) as string;
}

/** Creates an RSA private key in PEM (PKCS #8), like that of a service account. */
function newRsaKey(): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return privateKey.export({ format: 'pem', type: 'pkcs8' }) as string;
}

const newP256Key = () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;

/** Creates a password for each bus user of an environment; `doors` plays the controllers. */
const newBusPasswords = () =>
  Object.fromEntries([...busUsers, 'doors'].map((user) => [user, newSecret()])) as Record<
    BusUser | 'doors',
    string
  >;

const newEnvironmentSecrets = () => ({
  busPasswords: newBusPasswords(),
  coreJwtPrivateKey: newSigningKey(),
  inviteTokenSecret: newSecret(),
  phoneCodeSecret: newSecret(),
  passTokenSecret: newSecret(),
  deviceTokenSecret: newSecret(),
  webhookEndpointSecret: newSecret(),
});

/** Creates a password for each MongoDB user of an environment. */
const newMongoPasswords = () =>
  Object.fromEntries(mongoUserKinds.map((kind) => [kind, newSecret()])) as Record<MongoUserKind, string>;

/** Factories of the secrets, used on the first run. */
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
  /** Credentials of our services at the providers' REST APIs. */
  telephonyAApiSecret: newSecret,
  telephonyBApiKey: newSecret,
  /** Signs door commands over HTTP. */
  doorsHttpSecret: newSecret,
  /** Keys of our services at the push services. */
  fcmPrivateKey: newRsaKey,
  apnsPrivateKey: () => newP256Key().export({ format: 'pem', type: 'pkcs8' }) as string,
  /** 32 bytes of the key in base64url. */
  webPushPrivateKey: () => newP256Key().export({ format: 'jwk' }).d as string,
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

/** Secrets of one local system, created once and stored with its data. */
export type Secrets = { readonly [N in Name]: ReturnType<(typeof makers)[N]> };

/** Environments of a local system. */
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

const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Completes stored secrets by those of a newer version, including members of groups. */
function complete(made: unknown, kept: unknown): unknown {
  if (!isGroup(made) || !isGroup(kept)) return kept ?? made;
  const names = Object.keys(made);
  return Object.fromEntries(names.map((name) => [name, complete(made[name], kept[name])]));
}

/** Reads the secrets of a data directory, and creates missing ones. */
export function keepSecrets(file: string): Secrets {
  const kept = readKept(file);
  const names = Object.keys(makers) as Name[];
  const secrets = Object.fromEntries(names.map((name) => [name, complete(makers[name](), kept[name])]));
  if (!isDeepStrictEqual(secrets, kept)) writePrivateJson(file, secrets);
  return secrets as Secrets;
}
