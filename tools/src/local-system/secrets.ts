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

/** An Ed25519 private key in PEM (PKCS #8). */
function newSigningKey(): string {
  const { privateKey } = generateKeyPairSync('ed25519');
  return privateKey.export({ format: 'pem', type: 'pkcs8' }) as string;
}

/** An RSA private key in PEM (PKCS #8), as service accounts have one. */
function newRsaKey(): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return privateKey.export({ format: 'pem', type: 'pkcs8' }) as string;
}

const newP256Key = () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;

/** A password for each user of an environment's account on the bus; `doors` plays the controllers. */
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
  /** What our services prove themselves with at the providers' REST APIs. */
  telephonyAApiSecret: newSecret,
  telephonyBApiKey: newSecret,
  /** What commands to doors over HTTP are signed with. */
  doorsHttpSecret: newSecret,
  /** What our services prove themselves with at the push services. */
  fcmPrivateKey: newRsaKey,
  apnsPrivateKey: () => newP256Key().export({ format: 'pem', type: 'pkcs8' }) as string,
  /** The 32 bytes of the key in base64url. */
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

const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** What is kept, with what a newer version has besides: whole secrets, and parts of a group of them. */
function complete(made: unknown, kept: unknown): unknown {
  if (!isGroup(made) || !isGroup(kept)) return kept ?? made;
  const names = Object.keys(made);
  return Object.fromEntries(names.map((name) => [name, complete(made[name], kept[name])]));
}

/** Reads the secrets of a data directory, and makes those that are not there yet. */
export function keepSecrets(file: string): Secrets {
  const kept = readKept(file);
  const names = Object.keys(makers) as Name[];
  const secrets = Object.fromEntries(names.map((name) => [name, complete(makers[name](), kept[name])]));
  if (!isDeepStrictEqual(secrets, kept)) writePrivateJson(file, secrets);
  return secrets as Secrets;
}
