import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  HttpUrl,
  HttpUrls,
  MongoUrl,
  NatsUrl,
  Origins,
  Pem,
  PemList,
  ProviderSecret,
  Secret,
  SecretList,
  SmtpUrl,
} from './fields.ts';
import { readConfig } from './read-config.ts';
import { looksWritten } from './weak-secret.ts';

const random = (): string => randomBytes(32).toString('base64url');
const pair = () => generateKeyPairSync('ed25519');
const pemOf = ({ privateKey }: ReturnType<typeof pair>): string =>
  privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
const publicPemOf = ({ publicKey }: ReturnType<typeof pair>): string =>
  publicKey.export({ type: 'spki', format: 'pem' }) as string;

/** Returns the faults of variables, one for each line. */
function faultsOf(shape: z.ZodRawShape, environment: Record<string, string>, mode = 'production'): string[] {
  try {
    readConfig(z.object(shape), { NODE_ENV: mode, ...environment });
  } catch (error) {
    return (error as Error).message
      .split('\n')
      .slice(1)
      .map((line) => line.trim());
  }
  return [];
}

const mongo = 'mongodb://resident-1:p8Fj2kLmQ9xZ4vTn@db.test';
const weak = 'has a weak password. Use 16 random characters or more.';
const noUser = 'has no user and password. Give this program a user of its own.';
/** Faults of an address of MongoDB. */
const plainMongo = 'is not encrypted. Add tls=true to its options.';
const uncheckedMongo = 'accepts any certificate. Remove tlsInsecure and tlsAllowInvalid… from its options.';

describe('production refuses, and development accepts', () => {
  test.each<[string, z.ZodType, string, string[]]>([
    ['a plain address', HttpUrl, 'http://a.test', ['is not encrypted. Use an https:// address.']],
    [
      'one plain address of several',
      HttpUrls,
      'https://a.test,http://b.test',
      ['is not encrypted. Use an https:// address.'],
    ],
    [
      'a plain origin',
      Origins,
      'https://a.test, http://b.test',
      ['has an origin that is not encrypted. Use https:// origins.'],
    ],
    ['every origin', Origins, '*', ['allows every origin. Name the origins.']],
    ['an open database', MongoUrl, 'mongodb://a.test/core?replicaSet=rs0', [plainMongo, noUser]],
    ['a plain database', MongoUrl, `${mongo}/core?tls=false`, [plainMongo]],
    ['a database without a user', MongoUrl, 'mongodb+srv://a.test/core', [noUser]],
    ['a database without a password', MongoUrl, 'mongodb+srv://user@a.test/core', [noUser]],
    ['a weak password', MongoUrl, 'mongodb+srv://user:pass@a.test/core', [weak]],
    ['a common password', MongoUrl, 'mongodb+srv://user:letmeinletmein12@a.test/core', [weak]],
    [
      'a service record without TLS',
      MongoUrl,
      `${mongo.replace('mongodb:', 'mongodb+srv:')}/core?ssl=false`,
      [plainMongo],
    ],
    [
      'a database without a check of certificates',
      MongoUrl,
      `${mongo}/?tls=true&TLSAllowInvalidHostnames=true`,
      [uncheckedMongo],
    ],
    ['an open bus', NatsUrl, 'nats://a.test:4222', ['is not encrypted. Use tls:// addresses.', noUser]],
    [
      'half a plain bus',
      NatsUrl,
      'tls://u:p8Fj2kLmQ9xZ4vTn@a:4222,nats://b:4222',
      ['is not encrypted. Use tls:// addresses.'],
    ],
    ['a bus with a weak password', NatsUrl, `tls://u:${'a'.repeat(40)}@a:4222`, [weak]],
    [
      'plain mail',
      SmtpUrl,
      'smtp://a.test',
      ['is not encrypted. Use smtps://, or smtp:// with ?requireTLS=true.'],
    ],
    [
      'mail that may be plain',
      SmtpUrl,
      'smtp://a.test?requireTLS=false',
      ['is not encrypted. Use smtps://, or smtp:// with ?requireTLS=true.'],
    ],
    [
      'mail to anybody',
      SmtpUrl,
      'smtps://a.test?tls.rejectUnauthorized=false',
      ['accepts any certificate. Remove rejectUnauthorized from its options.'],
    ],
    [
      'a text that is not a key',
      Pem,
      '-----BEGIN PRIVATE KEY-----\\nAAAA\\n-----END PRIVATE KEY-----',
      ['is not an Ed25519 key in PEM.'],
    ],
    [
      'a short secret of a provider',
      ProviderSecret,
      'short-one',
      ['is shorter than 32 characters. Use 32 random bytes: openssl rand -base64 32.'],
    ],
  ])('%s', (_what, field, text, faults) => {
    expect(faultsOf({ VALUE: field }, { VALUE: text })).toEqual(faults.map((fault) => `VALUE: ${fault}`));
    expect(faultsOf({ VALUE: field }, { VALUE: text }, 'development')).toEqual([]);
  });

  test.each([
    'a'.repeat(40),
    'ab'.repeat(20),
    'a1B2c3D4e5'.repeat(4),
    'abcdefghijklmnopqrstuvwxyz0123456789',
    'change-me-0f8a7c6b5d4e3f2a1b0c9d8e7f6a5b4c',
    'this is a pepper of at least 32 characters',
    'correct-horse-battery-staple-with-a-door',
    'EXAMPLE_0f8a7c6b5d4e3f2a1b0c9d8e7f6a5b',
    'my-default-0f8a7c6b5d4e3f2a1b0c9d8e7f6',
  ])('a secret that a person wrote: %s', (text) => {
    const fault =
      'VALUE: is not random: it repeats itself or has words. Use 32 random bytes: openssl rand -base64 32.';
    expect(faultsOf({ VALUE: Secret }, { VALUE: text })).toEqual([fault]);
    expect(faultsOf({ VALUE: SecretList }, { VALUE: `${random()}, ${text}` })).toEqual([fault]);
    expect(faultsOf({ VALUE: Secret }, { VALUE: text }, 'development')).toEqual([]);
  });

  test('the same secret, or key pair, for two purposes', () => {
    const [secret, other] = [random(), random()];
    const [one, two] = [pair(), pair()];
    const shape = {
      A_SECRET: Secret,
      B_SECRETS: SecretList,
      C_PRIVATE_KEY: Pem,
      C_PUBLIC_KEYS: PemList,
      D_PUBLIC_KEYS: PemList,
    };
    const environment = {
      A_SECRET: secret,
      B_SECRETS: `${other},${secret}`,
      C_PRIVATE_KEY: pemOf(one),
      C_PUBLIC_KEYS: publicPemOf(one),
      D_PUBLIC_KEYS: `${publicPemOf(two)}${publicPemOf(one)}`,
    };
    expect(faultsOf(shape, environment)).toEqual([
      'B_SECRETS: is the same as A_SECRET. Make one of its own.',
      'D_PUBLIC_KEYS: is the same as C_PRIVATE_KEY. Make one of its own.',
    ]);
    expect(faultsOf(shape, environment, 'development')).toEqual([]);
  });

  test('a process that accepts any certificate', () => {
    const environment = { NODE_TLS_REJECT_UNAUTHORIZED: '0' };
    expect(faultsOf({}, environment)).toEqual([
      'NODE_TLS_REJECT_UNAUTHORIZED: accepts any certificate. Remove it.',
    ]);
    expect(faultsOf({}, environment, 'development')).toEqual([]);
  });

  test('without showing a value', () => {
    const canary = 'canary-canary-canary-canary-canary';
    const faults = faultsOf(
      { A: Secret, B: MongoUrl, C: NatsUrl, D: SmtpUrl, E: HttpUrls, F: Pem },
      {
        A: canary,
        B: `mongodb://${canary}`,
        C: `nats://${canary}:1`,
        D: `smtp://${canary}`,
        E: `http://${canary}`,
        F: `-----BEGIN ${canary}`,
      },
    );
    expect(faults.length).toBeGreaterThanOrEqual(6);
    expect(faults.join()).not.toContain('canary');
  });
});

describe('production accepts', () => {
  test.each<[string, z.ZodType, string]>([
    ['https', HttpUrl, 'https://a.test'],
    ['an app’s origin', Origins, 'https://a.test,capacitor://localhost'],
    ['a database over TLS', MongoUrl, `${mongo}:27017/core?replicaSet=rs0&tls=true&tlsCAFile=%2Fca.pem`],
    ['a service record', MongoUrl, 'mongodb+srv://user:p8Fj2kLmQ9xZ4vTn@a.test/core'],
    [
      'a database with a client certificate',
      MongoUrl,
      'mongodb://a.test/core?tls=true&authMechanism=MONGODB-X509',
    ],
    [
      'a client certificate, with an option in lower case',
      MongoUrl,
      'mongodb://a.test/core?tls=true&authmechanism=MONGODB-X509',
    ],
    ['a bus over TLS', NatsUrl, 'tls://u:p8Fj2kLmQ9xZ4vTn@a:4222,tls://b:4222'],
    ['mail over TLS', SmtpUrl, 'smtps://a.test:465'],
    ['mail by STARTTLS', SmtpUrl, 'smtp://user:pass@a.test:587?requireTLS=true'],
    ['a key', Pem, pemOf(pair()).replaceAll('\n', '\\n')],
    ['several keys', PemList, `${publicPemOf(pair())}${publicPemOf(pair())}`],
    ['secrets of a rotation', SecretList, `${random()},${random()}`],
    ['a provider’s secret', ProviderSecret, `whsec_${randomBytes(24).toString('base64')}`],
  ])('%s', (_what, field, text) => {
    expect(faultsOf({ VALUE: field }, { VALUE: text })).toEqual([]);
  });

  test('random secrets in the usual spellings', () => {
    // Digests, so that the test is the same in each run.
    const digestOf = (n: number): Buffer => createHash('sha256').update(String(n)).digest();
    const spellings = ['hex', 'base64', 'base64url'] as const;
    const secrets = Array.from({ length: 3000 }, (_, n) => digestOf(n).toString(spellings[n % 3]));
    const shortest = Array.from({ length: 1000 }, (_, n) => digestOf(n).toString('hex').slice(0, 32));
    expect([...secrets, ...shortest].filter((text) => looksWritten(text))).toEqual([]);
  });
});
