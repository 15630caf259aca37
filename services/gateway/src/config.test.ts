import { ConfigError, readConfig } from '@pas/platform/config/read-config';
import { describe, expect, test } from 'vitest';
import { GatewayConfig } from './config.ts';

const pem = '-----BEGIN PRIVATE KEY-----\\nAAAA\\n-----END PRIVATE KEY-----';

const least = {
  PORT: '4000',
  ENVIRONMENT: 'DEV',
  MONGO_URL: 'mongodb://127.0.0.1/core',
  ASSERTION_PRIVATE_KEY: pem,
  CORE_JWT_PUBLIC_KEYS: pem,
  CORE_JWT_ISSUER: 'http://portal.test/',
  API_KEY_PEPPER_SECRET: 'p'.repeat(32),
};

const read = (more: Record<string, string> = {}) => readConfig(GatewayConfig, { ...least, ...more });

describe('GatewayConfig', () => {
  test('needs little, and serves everything by default', () => {
    expect(read()).toMatchObject({
      GATEWAY_ROLE: 'all',
      ADMIN_UPSTREAMS: {},
      RESIDENT_URLS: [],
      TRUSTED_PROXIES: [],
      CORS_ORIGINS: [],
      CORE_JWT_ISSUER: 'http://portal.test',
    });
  });

  test('reads the admin replicas by environment', () => {
    const config = read({
      ADMIN_UPSTREAMS: '{"DEV":["http://a.test:1/","http://b.test:2"],"QA_2":["http://c.test"]}',
    });
    expect(config.ADMIN_UPSTREAMS).toEqual({
      DEV: ['http://a.test:1', 'http://b.test:2'],
      QA_2: ['http://c.test'],
    });
  });

  test.each([
    ['no JSON', 'DEV=http://a.test'],
    ['a bad environment name', '{"dev":["http://a.test"]}'],
    ['no replica', '{"DEV":[]}'],
    ['another protocol', '{"DEV":["ftp://a.test"]}'],
  ])('refuses admin replicas with %s', (_what, text) => {
    expect(() => read({ ADMIN_UPSTREAMS: text })).toThrow(ConfigError);
  });
});
