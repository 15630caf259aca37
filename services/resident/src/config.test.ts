import { generateKeyPairSync } from 'node:crypto';
import { readConfig } from '@pas/platform/config/read-config';
import { expect, test } from 'vitest';
import { ResidentConfig } from './config.ts';

const pemOf = (type: 'ed25519' | 'x25519'): string => {
  const pair = type === 'ed25519' ? generateKeyPairSync('ed25519') : generateKeyPairSync('x25519');
  return pair.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
};

const environment = {
  PORT: '0',
  ENVIRONMENT: 'TEST',
  MONGO_URL: 'mongodb://127.0.0.1/core',
  NATS_URL: 'nats://127.0.0.1',
  ASSERTION_PUBLIC_KEYS: '-----BEGIN PUBLIC KEY-----\\nMCow\\n-----END PUBLIC KEY-----',
  PORTAL_URL: 'https://portal.test/',
  CORE_JWT_PRIVATE_KEY: pemOf('ed25519'),
  IDENTITY_ISSUER: 'https://identity.test/',
  IDENTITY_API_URL: 'https://identity.test',
  IDENTITY_API_SECRET: 'identity-api-secret',
  PHONE_CODE_SECRET: 'a secret for the codes of contacts',
};

test('an issuer stays unchanged, an address loses its trailing slash', () => {
  const config = readConfig(ResidentConfig, environment);
  expect(config.IDENTITY_ISSUER).toBe('https://identity.test/');
  expect(config.PORTAL_URL).toBe('https://portal.test');
});

test('a key that cannot sign Core JWTs is refused without being printed', () => {
  for (const pem of [pemOf('x25519'), '-----BEGIN PRIVATE KEY-----\nbroken\n-----END PRIVATE KEY-----']) {
    const read = () => readConfig(ResidentConfig, { ...environment, CORE_JWT_PRIVATE_KEY: pem });
    expect(read).toThrow(/CORE_JWT_PRIVATE_KEY: Expected an Ed25519 private key in PKCS #8 PEM\.$/);
    expect(read).not.toThrow(pem);
  }
});

test('all missing settings are named at once', () => {
  expect(() => readConfig(ResidentConfig, {})).toThrow(
    /PORTAL_URL[^]*CORE_JWT_PRIVATE_KEY[^]*IDENTITY_API_SECRET/,
  );
});
