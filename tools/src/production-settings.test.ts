import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { BusConfig, KeysConfig } from '@pas/cli/src/config.ts';
import { readConfig } from '@pas/platform/config/read-config';
import { ruleOf } from '@pas/platform/config/rules';
import { newAuthority } from '@pas/testing/certificates';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { repository } from './generated-file.ts';
import { serviceSchemas } from './service-configs.ts';

const schemas: Record<string, z.ZodObject> = {
  ...serviceSchemas,
  'cli keys': KeysConfig,
  'cli events': BusConfig,
};
const names = Object.keys(schemas);
const services = Object.keys(serviceSchemas);
const shapeOf = (service: string): Record<string, z.ZodType> =>
  schemas[service]?.shape as Record<string, z.ZodType>;

let directory: string;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'production-'));
  const { cert, key } = await (await newAuthority('Test authority')).issue(['localhost']);
  writeFileSync(join(directory, 'cert.pem'), cert);
  writeFileSync(join(directory, 'key.pem'), key);
});
afterAll(() => rmSync(directory, { recursive: true }));

const secret = (): string => randomBytes(32).toString('base64url');

function newKeyPair() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  return {
    public: publicKey.export({ type: 'spki', format: 'pem' }) as string,
    private: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  };
}

/** Who vouches for staff: the same provider as `OIDC_ISSUER` below. */
const staffIssuers = (jwksUrl: string): string =>
  JSON.stringify([
    {
      issuer: 'https://a.test',
      jwksUrl,
      audiences: ['staff'],
      authorizedParties: ['dashboard'],
      algorithms: ['RS256'],
    },
  ]);

/** The settings of push services, which come together. */
function pushValueOf(name: string): string | undefined {
  const privatePem = { type: 'pkcs8', format: 'pem' } as const;
  if (name === 'FCM_SERVICE_ACCOUNT_KEY') return accountOf('https://a.test/token');
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  if (name === 'APNS_PRIVATE_KEY') return pair.export(privatePem) as string;
  if (name === 'WEB_PUSH_PRIVATE_KEY') return pair.export({ format: 'jwk' }).d;
  if (name === 'WEB_PUSH_SUBJECT') return 'mailto:a@a.test';
  return name in pushNames ? 'a' : undefined;
}

const pushNames = { APNS_KEY_ID: 'a', APNS_TEAM_ID: 'a', APNS_TOPIC: 'a' };

/** A service account of FCM. */
function accountOf(tokenUrl: string): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' });
  const names = { project_id: 'a', client_email: 'a@a.test' };
  return JSON.stringify({ ...names, private_key: pem, token_uri: tokenUrl });
}

/** A good value for a variable by the end of its name; undefined where there is none to give. */
function goodValueOf(name: string): string | undefined {
  const file = { TLS_CERT_FILE: 'cert.pem', TLS_KEY_FILE: 'key.pem', TLS_CA_FILE: 'cert.pem' }[name];
  if (file) return join(directory, file);
  const fixed = {
    ADMIN_UPSTREAMS: '{"PROD":["https://admin.test"]}',
    STAFF_ISSUERS: staffIssuers('https://a.test/jwks'),
    OIDC_CLIENT_ID: 'dashboard',
    PORTAL_IDENTITY_CLIENT_ID: 'https://a.test',
    TELEPHONY_B_PUBLIC_KEYS: randomBytes(32).toString('base64'),
    IDENTITY_WEBHOOK_SECRETS: `whsec_${randomBytes(32).toString('base64')}`,
  }[name];
  const own = fixed ?? pushValueOf(name);
  if (own !== undefined) return own;
  if (name.endsWith('PRIVATE_KEY')) return newKeyPair().private;
  if (name.endsWith('PUBLIC_KEYS')) return newKeyPair().public;
  if (name.endsWith('MONGO_URL')) return `mongodb+srv://u:${secret()}@db.test/core`;
  if (name.endsWith('NATS_URL')) return `tls://u:${secret()}@nats.test:4222`;
  if (name.endsWith('SMTP_URL')) return 'smtps://mail.test';
  if (/(_URLS?|_ISSUER|_ORIGINS|_PARTIES)$/.test(name)) return 'https://a.test';
  if (/(_SECRETS?|_TOKENS)$/.test(name)) return secret();
  return undefined;
}

/** Values that production refuses, by what they stand for. */
function badValueOf(name: string): string | undefined {
  if (name === 'FCM_SERVICE_ACCOUNT_KEY') return accountOf('http://canary.test/token');
  if (name === 'ADMIN_UPSTREAMS') return '{"PROD":["http://canary.test"]}';
  if (name === 'STAFF_ISSUERS') return staffIssuers('http://canary.test/jwks');
  if (/(PRIVATE_KEY|PUBLIC_KEYS)$/.test(name)) return '-----BEGIN CANARY-----canary-----END CANARY-----';
  if (name.endsWith('MONGO_URL')) return 'mongodb://canary.test/canary';
  if (name.endsWith('NATS_URL')) return 'nats://canary.test:4222';
  if (name.endsWith('SMTP_URL')) return 'smtp://canary.test';
  if (/(_URLS?|_ISSUER|_ORIGINS|_PARTIES)$/.test(name)) return 'http://canary.test';
  if (/(_SECRETS?|_TOKENS)$/.test(name)) return 'canary-canary-canary-canary-canary';
  if (/^TLS_.*_FILE$/.test(name)) return '/canary/none.pem';
  if (name === 'TRUSTED_PROXIES') return '0.0.0.0/0';
  return undefined;
}

/** A whole configuration of a service for production. */
function environmentOf(
  service: string,
  valueOf: (name: string) => string | undefined,
): Record<string, string> {
  const { required = [] } = z.toJSONSchema(schemas[service] as z.ZodObject, {
    io: 'input',
    unrepresentable: 'any',
  });
  const harmless: Record<string, string> = {
    ENVIRONMENT: 'PROD',
    PORT: '0',
    MAIL_FROM: 'A <a@a.test>',
    AUDIT_CHECKPOINT_DIR: directory,
  };
  const set = Object.keys(shapeOf(service)).flatMap((name) => {
    const value =
      valueOf(name) ?? (required.includes(name) ? (harmless[name] ?? goodValueOf(name)) : undefined);
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(set), NODE_ENV: 'production' };
}

/** The names of the variables at fault, each once. */
function faultsOf(service: string, environment: Record<string, string>): string[] {
  try {
    readConfig(schemas[service] as z.ZodObject, environment);
  } catch (error) {
    const lines = (error as Error).message.split('\n').slice(1);
    return [...new Set(lines.map((line) => line.trim().split(':', 1)[0] ?? ''))];
  }
  return [];
}

const checked = names.flatMap((service) =>
  Object.keys(shapeOf(service))
    .filter((name) => badValueOf(name) !== undefined)
    .map((name) => [service, name] as const),
);

describe('every variable', () => {
  test.each(names)(
    'of %s says what production demands of it, or that nothing about it can be unsafe',
    (service) => {
      const silent = Object.entries(shapeOf(service)).filter(([, field]) => ruleOf(field) === undefined);
      expect(silent.map(([name]) => name)).toEqual([]);
    },
  );

  test('that holds an address or a secret demands something', () => {
    const lax = checked.filter(([service, name]) => {
      const field = shapeOf(service)[name];
      return name !== 'TLS_CA_FILE' && field !== undefined && !ruleOf(field)?.demand;
    });
    expect(lax).toEqual([]);
  });
});

describe('in production', () => {
  test.each(names)('%s takes a configuration in which nothing is open', (service) => {
    expect(faultsOf(service, environmentOf(service, goodValueOf))).toEqual([]);
  });

  test.each(checked)('%s refuses an open %s, and nothing else', (service, name) => {
    const environment = environmentOf(service, goodValueOf);
    expect(faultsOf(service, { ...environment, [name]: badValueOf(name) ?? '' })).toEqual([name]);
  });

  test.each(services)('%s refuses to answer over plain HTTP', (service) => {
    const { TLS_CERT_FILE: _cert, TLS_KEY_FILE: _key, ...plain } = environmentOf(service, goodValueOf);
    expect(faultsOf(service, plain)).toEqual(['TLS_CERT_FILE', 'TLS_KEY_FILE']);
  });

  test('gateway answers over plain HTTP behind a declared proxy, on a loopback address alone', () => {
    const { TLS_CERT_FILE: _cert, TLS_KEY_FILE: _key, ...plain } = environmentOf('gateway', goodValueOf);
    const behind = { ...plain, TLS_PROXY: 'loopback' };
    expect(faultsOf('gateway', behind)).toEqual([]);
    expect(faultsOf('gateway', { ...behind, HOST: '::1' })).toEqual([]);
    expect(faultsOf('gateway', { ...behind, HOST: '0.0.0.0' })).toEqual(['TLS_PROXY']);
  });

  test('no service but the gateway knows a proxy', () => {
    for (const service of services.filter((name) => name !== 'gateway')) {
      const { TLS_CERT_FILE: _cert, TLS_KEY_FILE: _key, ...plain } = environmentOf(service, goodValueOf);
      expect(faultsOf(service, { ...plain, TLS_PROXY: 'loopback' })).toHaveLength(2);
    }
  });

  test('a certificate without its key is refused in development too', () => {
    const { TLS_KEY_FILE: _key, ...half } = environmentOf('gateway', goodValueOf);
    expect(faultsOf('gateway', { ...half, NODE_ENV: 'development' })).toEqual(['TLS_KEY_FILE']);
  });
});

describe('a process of a service in production', () => {
  /** Runs `main.ts` to its end. */
  async function run(file: string, environment: Record<string, string>, args: string[] = []) {
    const env = { PATH: process.env['PATH'], ...environment };
    const child = spawn(process.execPath, [join(repository, file), ...args], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const exited = once(child, 'exit') as Promise<[number | null]>;
    const written = await Promise.all([readText(child.stdout), readText(child.stderr)]);
    return { code: (await exited)[0], text: written.join('') };
  }

  /** The variables that a process names, a line each. */
  const namedIn = (text: string): string[] => [
    ...new Set([...text.matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm)].map(([, name = '']) => name)),
  ];

  test.each(services)('%s ends with code 1, names all faults at once and shows no value', async (service) => {
    // Those that others need: their absence is a fault of its own.
    const clients = { OIDC_CLIENT_ID: 'dashboard', PORTAL_IDENTITY_CLIENT_ID: 'portal' };
    const needed = { ...clients, ...pushNames, WEB_PUSH_SUBJECT: 'mailto:a@a.test' };
    const bad = { ...environmentOf(service, badValueOf), ...needed };
    const { code, text } = await run(`services/${service}/src/main.ts`, bad);
    const expected = Object.keys(shapeOf(service)).filter((name) => badValueOf(name) !== undefined);
    expect(new Set(namedIn(text))).toEqual(new Set(expected));
    expect([code, /canary/i.test(text)]).toEqual([1, false]);
  });

  test('the operator’s command line ends with code 1, names all faults and shows no value', async () => {
    const environment = environmentOf('cli keys', badValueOf);
    const options = ['--tenant', 'a', '--name', 'a', '--scopes', 'units:read'];
    const { code, text } = await run('apps/cli/src/main.ts', environment, ['keys', 'create', ...options]);
    expect(namedIn(text)).toEqual(['MONGO_URL', 'CONTROL_MONGO_URL', 'TLS_CA_FILE', 'API_KEY_PEPPER_SECRET']);
    expect([code, /canary/i.test(text)]).toEqual([1, false]);
  });
});
