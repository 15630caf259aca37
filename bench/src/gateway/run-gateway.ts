import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import { repositoryDir } from '@pas/tools/local-system/plans/node-program';
import { runNodeProgram, type RunningServer } from '../measure/run-node-program.ts';
import { seedKey } from './seed-key.ts';
import type { Bench } from './subject.ts';

/** The gateway, and the headers of a request that it lets pass. */
export interface GatewaySubject extends RunningServer {
  headers: Readonly<Record<string, string>>;
  /** Database of its keys, and the pepper of their hashes. */
  keys: { controlUrl: string; pepper: string };
}

function keyPair() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  return {
    publicPem: publicKey.export({ type: 'spki', format: 'pem' }) as string,
    privatePem: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  };
}

function databaseUrl(mongoUrl: string, name: string): string {
  const url = new URL(mongoUrl);
  url.pathname = `/bench_${name}_${randomBytes(4).toString('hex')}`;
  return url.href;
}

/** Settings of a deployment. All others keep their default. */
function environmentOf({ upstreamUrl }: Bench, urls: { core: string; control: string }, pepper: string) {
  return {
    // Everything here runs without TLS and on one machine: production would refuse this.
    NODE_ENV: 'development',
    ENVIRONMENT: 'DEV',
    DRAIN_MS: '0',
    MONGO_URL: urls.core,
    CONTROL_MONGO_URL: urls.control,
    ASSERTION_PRIVATE_KEY: keyPair().privatePem,
    CORE_JWT_PUBLIC_KEYS: keyPair().publicPem,
    CORE_JWT_ISSUER: 'https://portal.example.test',
    API_KEY_PEPPER_SECRET: pepper,
    ADMIN_UPSTREAMS: JSON.stringify({ DEV: [upstreamUrl] }),
    RESIDENT_URLS: upstreamUrl,
    CORE_MOBILE_URLS: upstreamUrl,
    WEBHOOKS_URLS: upstreamUrl,
  };
}

/**
 * Runs the gateway as in a deployment: with databases, a real key, assertions and an access log.
 *
 * @param profileDir folder in which V8 writes a profile at the end; empty for none
 */
export async function runGateway(bench: Bench, profileDir: string): Promise<GatewaySubject> {
  const pepper = randomBytes(32).toString('hex');
  const urls = {
    core: databaseUrl(bench.mongoUrl, 'core'),
    control: databaseUrl(bench.mongoUrl, 'control'),
  };
  const key = await seedKey(urls, pepper);
  const running = await runNodeProgram({
    file: join(repositoryDir, 'services/gateway/src/main.ts'),
    dir: bench.dir,
    env: environmentOf(bench, urls, pepper),
    nodeOptions: profileDir === '' ? [] : ['--cpu-prof', `--cpu-prof-dir=${resolve(profileDir)}`],
  });
  const headers = { authorization: `Bearer ${key}`, 'x-admin-env': 'DEV', accept: 'application/json' };
  return { headers, keys: { controlUrl: urls.control, pepper }, ...running };
}
