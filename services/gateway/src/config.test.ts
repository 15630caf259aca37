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
  test('needs few settings, and serves all paths by default', () => {
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

describe('REPLICAS_BY_DNS', () => {
  const upstreams = { RESIDENT_URLS: 'http://resident.test:1', ADMIN_UPSTREAMS: '{"DEV":["http://a.test"]}' };

  test('names hosts of upstream URLs', () => {
    const config = read({ ...upstreams, REPLICAS_BY_DNS: 'resident.test, a.test' });
    expect(config.REPLICAS_BY_DNS).toEqual(['resident.test', 'a.test']);
  });

  test('refuses a host that is in no upstream URL', () => {
    expect(() => read({ ...upstreams, REPLICAS_BY_DNS: 'residents.test' })).toThrow(
      'REPLICAS_BY_DNS: Expected hosts of upstream URLs.',
    );
  });
});

describe('the identity provider of the portal', () => {
  const both = { PORTAL_IDENTITY_ISSUER: 'http://identity.test/', PORTAL_IDENTITY_CLIENT_ID: 'portal' };

  test('is an issuer, exactly as its tokens spell it, and a client', () => {
    expect(read(both)).toMatchObject(both);
  });

  test.each(Object.keys(both) as (keyof typeof both)[])('refuses one setting without %s', (name) => {
    const rest = Object.fromEntries(Object.entries(both).filter(([key]) => key !== name));
    expect(() => read(rest)).toThrow(`${name}: is missing, as the other of both is set.`);
  });
});

describe('STAFF_ISSUERS', () => {
  const issuer = {
    issuer: 'https://a.test/',
    jwksUrl: 'https://a.test/jwks',
    audiences: ['staff'],
    authorizedParties: ['dashboard'],
    algorithms: ['RS256'],
  };
  const faultsOf = (...issuers: object[]): string => {
    try {
      read({ STAFF_ISSUERS: JSON.stringify(issuers) });
      return '';
    } catch (error) {
      return String(error);
    }
  };

  test('needs few fields, keeps the spelling of the issuer and maps the usual claims', () => {
    expect(read({ STAFF_ISSUERS: JSON.stringify([issuer]) }).STAFF_ISSUERS).toEqual([
      {
        ...issuer,
        organizationPrefix: '',
        claims: {
          organization: ['o.id', 'org_id'],
          role: ['o.rol', 'org_role'],
          email: ['email'],
          emailVerified: ['email_verified'],
          environments: ['environments'],
          name: ['name'],
          properties: ['properties'],
        },
      },
    ]);
  });

  test('names all faults at once', () => {
    const faults = faultsOf({
      ...issuer,
      jwksUrl: 'ftp://a.test',
      audiences: [],
      algorithms: ['RS256', 'HS256', 'none'],
      roles: { boss: 'CHIEF' },
      claims: { organisation: 'o.id' },
      secret: 'x',
    });
    for (const path of ['jwksUrl', 'audiences', 'algorithms.1', 'algorithms.2', 'roles.boss', 'claims']) {
      expect(faults).toContain(`STAFF_ISSUERS.0.${path}:`);
    }
    expect(faults).toContain('secret');
  });

  test.each([
    ['the same', 'a:', 'a:'],
    ['none and any', '', 'b:'],
    ['the beginning of the other', 'a', 'ab'],
  ])('refuses two issuers whose prefixes are %s', (_what, first, second) => {
    const both = [
      { ...issuer, organizationPrefix: first },
      { ...issuer, issuer: 'https://b.test', organizationPrefix: second },
    ];
    expect(faultsOf(...both)).toContain('STAFF_ISSUERS.1.organizationPrefix:');
  });

  test('refuses one issuer twice', () => {
    const both = [
      { ...issuer, organizationPrefix: 'a:' },
      { ...issuer, organizationPrefix: 'b:' },
    ];
    expect(faultsOf(...both)).toContain('STAFF_ISSUERS.1.issuer:');
  });
});
