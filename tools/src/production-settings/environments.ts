import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BusConfig, KeysConfig } from '@pas/cli/src/config.ts';
import { newAuthority } from '@pas/testing/certificates';
import { afterAll } from 'vitest';
import { z } from 'zod';
import { serviceSchemas } from '../service-configs.ts';

const schemas: Record<string, z.ZodObject> = {
  ...serviceSchemas,
  'cli keys': KeysConfig,
  'cli events': BusConfig,
};

/** Programs that read variables: the services, and the commands of the operator. */
export const programs = Object.keys(schemas);

export function schemaOf(program: string): z.ZodObject {
  const schema = schemas[program];
  if (!schema) throw new Error(`${program} reads no variables`);
  return schema;
}

export const fieldsOf = (program: string): Record<string, z.ZodType> => schemaOf(program).shape;

const directory = mkdtempSync(join(tmpdir(), 'production-'));
afterAll(() => rmSync(directory, { recursive: true }));
const authority = await newAuthority('Test authority');
const { cert, key } = await authority.issue(['localhost']);
writeFileSync(join(directory, 'cert.pem'), cert);
writeFileSync(join(directory, 'key.pem'), key);

const pkcs8 = { type: 'pkcs8', format: 'pem' } as const;
const push = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const google = generateKeyPairSync('rsa', { modulusLength: 2048 });

const secret = (): string => randomBytes(32).toString('base64url');

/** Returns a list with the staff provider, the same as `OIDC_ISSUER` below. */
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

/** Returns a service account of FCM. */
function accountOf(tokenUrl: string): string {
  const names = { project_id: 'a', client_email: 'a@a.test' };
  return JSON.stringify({ ...names, private_key: google.privateKey.export(pkcs8), token_uri: tokenUrl });
}

const pushNames = { APNS_KEY_ID: 'a', APNS_TEAM_ID: 'a', APNS_TOPIC: 'a' };

const goodValues: Readonly<Record<string, string | undefined>> = {
  ...pushNames,
  TLS_CERT_FILE: join(directory, 'cert.pem'),
  TLS_KEY_FILE: join(directory, 'key.pem'),
  TLS_CA_FILE: join(directory, 'cert.pem'),
  ADMIN_UPSTREAMS: '{"PROD":["https://admin.test"]}',
  STAFF_ISSUERS: staffIssuers('https://a.test/jwks'),
  OIDC_CLIENT_ID: 'dashboard',
  PORTAL_IDENTITY_CLIENT_ID: 'https://a.test',
  TELEPHONY_B_PUBLIC_KEYS: randomBytes(32).toString('base64'),
  IDENTITY_WEBHOOK_SECRETS: `whsec_${randomBytes(32).toString('base64')}`,
  FCM_SERVICE_ACCOUNT_KEY: accountOf('https://a.test/token'),
  APNS_PRIVATE_KEY: push.privateKey.export(pkcs8) as string,
  WEB_PUSH_PRIVATE_KEY: push.privateKey.export({ format: 'jwk' }).d,
  WEB_PUSH_SUBJECT: 'mailto:a@a.test',
};

/** Returns a safe value for a variable by the end of its name; undefined for other names. */
export function goodValueOf(name: string): string | undefined {
  const fixed = goodValues[name];
  if (fixed !== undefined) return fixed;
  // Two variables must not have the same key.
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  if (name.endsWith('PRIVATE_KEY')) return privateKey.export(pkcs8) as string;
  if (name.endsWith('PUBLIC_KEYS')) return publicKey.export({ type: 'spki', format: 'pem' }) as string;
  if (name.endsWith('MONGO_URL')) return `mongodb+srv://u:${secret()}@db.test/core`;
  if (name.endsWith('NATS_URL')) return `tls://u:${secret()}@nats.test:4222`;
  if (name.endsWith('SMTP_URL')) return 'smtps://mail.test';
  if (/(_URLS?|_ISSUER|_ORIGINS|_PARTIES)$/.test(name)) return 'https://a.test';
  if (/(_SECRETS?|_TOKENS)$/.test(name)) return secret();
  return undefined;
}

const badAccount = accountOf('http://canary.test/token');

/** Returns a value that production refuses; undefined if none exists. Every secret value contains the word canary. */
export function badValueOf(name: string): string | undefined {
  if (name === 'FCM_SERVICE_ACCOUNT_KEY') return badAccount;
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

/** Returns the variables of a program that can be unsafe. */
export const checkedOf = (program: string): string[] =>
  Object.keys(fieldsOf(program)).filter((name) => badValueOf(name) !== undefined);

/** Required variables that are neither secrets nor addresses. */
const harmless: Readonly<Record<string, string>> = {
  ENVIRONMENT: 'PROD',
  PORT: '0',
  MAIL_FROM: 'A <a@a.test>',
  AUDIT_CHECKPOINT_DIR: directory,
};

/** Returns a complete production configuration of a program. */
export function environmentOf(
  program: string,
  valueOf: (name: string) => string | undefined,
): Record<string, string> {
  const { required = [] } = z.toJSONSchema(schemaOf(program), { io: 'input', unrepresentable: 'any' });
  const set = Object.keys(fieldsOf(program)).flatMap((name) => {
    const needed = required.includes(name) ? (harmless[name] ?? goodValueOf(name)) : undefined;
    const value = valueOf(name) ?? needed;
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(set), NODE_ENV: 'production' };
}

/** Returns `environmentOf` with bad values, and variables whose absence would be another fault. */
export const badEnvironmentOf = (program: string): Record<string, string> => ({
  ...environmentOf(program, badValueOf),
  OIDC_CLIENT_ID: 'dashboard',
  PORTAL_IDENTITY_CLIENT_ID: 'portal',
  ...pushNames,
  WEB_PUSH_SUBJECT: 'mailto:a@a.test',
});
