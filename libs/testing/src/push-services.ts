import { generateKeyPairSync } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newAuthority } from './certificates.ts';
import { startSandboxProcess } from './sandbox-process.ts';

/** A message that a push service has accepted for a device. */
export interface TestPush {
  provider: 'FCM' | 'APNS' | 'WEBPUSH';
  token: string;
  title: string | null;
  body: string | null;
  data: Record<string, unknown>;
}

/** Treatment of further messages by the push services, optionally limited to a device or a service. */
export interface PushTreatment {
  behaviour: 'accept' | 'gone' | 'fail' | 'busy' | 'slow' | 'silent' | 'refuse';
  token?: string;
  provider?: TestPush['provider'];
  delayMs?: number;
  retryAfter?: number;
  times?: number;
  /** The answer of `refuse`: status, error code, the text of FCM, and the timestamp of APNs in milliseconds. */
  status?: number;
  code?: string;
  message?: string;
  timestamp?: number;
}

/** FCM, APNs and a browser push service, outside of the test's own process. */
export interface TestPushServices {
  sandboxUrl: string;
  /** The PEM file of the authority to trust for APNs. */
  caFile: string;
  /** The settings of a service that uses these push services. */
  settings: Record<string, string>;
  /** Returns the messages received for a device, newest first. */
  arrived(token: string): Promise<TestPush[]>;
  treat(treatment: PushTreatment): Promise<void>;
  /** Makes a browser's subscription. */
  subscribe(): Promise<{ endpoint: string; keys: { p256dh: string; auth: string } }>;
  /** Returns the number of connections to APNs. */
  apnsConnections(): Promise<number>;
  stop(): Promise<void>;
}

interface Urls {
  sandboxUrl: string;
  apnsUrl: string | null;
}

const pem = { format: 'pem', type: 'spki' } as const;
const privatePem = { format: 'pem', type: 'pkcs8' } as const;

/** Makes the keys with which a service authenticates, and their public halves. */
function newKeys() {
  const [fcm, apns] = [
    generateKeyPairSync('rsa', { modulusLength: 2048 }),
    generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  ];
  const vapid = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
  return {
    fcm: {
      private: fcm.privateKey.export(privatePem) as string,
      public: fcm.publicKey.export(pem) as string,
    },
    apns: {
      private: apns.privateKey.export(privatePem) as string,
      public: apns.publicKey.export(pem) as string,
    },
    vapid: String(vapid.d),
  };
}

type Keys = ReturnType<typeof newKeys>;

const settingsOf = ({ sandboxUrl, apnsUrl }: Urls, { fcm, apns, vapid }: Keys): Record<string, string> => ({
  FCM_SERVICE_ACCOUNT_KEY: JSON.stringify({
    project_id: 'test-project',
    client_email: 'push@test-project.test',
    private_key: fcm.private,
    token_uri: `${sandboxUrl}/fcm/token`,
  }),
  FCM_API_URL: `${sandboxUrl}/fcm`,
  APNS_PRIVATE_KEY: apns.private,
  APNS_KEY_ID: 'TESTKEY001',
  APNS_TEAM_ID: 'TESTTEAM01',
  APNS_TOPIC: 'test.property-access.app',
  APNS_API_URL: apnsUrl ?? '',
  WEB_PUSH_PRIVATE_KEY: vapid,
  WEB_PUSH_SUBJECT: 'mailto:push@test-project.test',
});

async function writeCertificates(dir: string): Promise<{ caFile: string; env: Record<string, string> }> {
  const authority = await newAuthority('Push services of the tests');
  const { cert, key } = await authority.issue(['127.0.0.1', 'localhost']);
  const [caFile, certFile, keyFile] = ['ca.pem', 'cert.pem', 'key.pem'].map((name) => join(dir, name));
  await Promise.all([
    writeFile(String(caFile), authority.cert),
    writeFile(String(certFile), cert),
    writeFile(String(keyFile), key),
  ]);
  return {
    caFile: String(caFile),
    env: { APNS_TLS_CERT_FILE: String(certFile), APNS_TLS_KEY_FILE: String(keyFile) },
  };
}

/** Returns the controls of a running sandbox. */
function controls(
  sandboxUrl: string,
): Pick<TestPushServices, 'arrived' | 'treat' | 'subscribe' | 'apnsConnections'> {
  const ask = async <T>(path: string, init?: RequestInit): Promise<T> => {
    const response = await fetch(`${sandboxUrl}${path}`, init);
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  };
  return {
    arrived: async (token) =>
      (await ask<{ messages: TestPush[] }>(`/push/messages?token=${encodeURIComponent(token)}`)).messages,
    async treat(treatment) {
      const headers = { 'content-type': 'application/json' };
      await ask('/push/behaviour', { method: 'PUT', headers, body: JSON.stringify(treatment) });
    },
    subscribe: async () =>
      (
        await ask<{ subscription: Awaited<ReturnType<TestPushServices['subscribe']>> }>(
          '/push/subscriptions',
          { method: 'POST' },
        )
      ).subscription,
    apnsConnections: async () =>
      (await ask<{ apns: { connections: number } }>('/push/apns')).apns.connections,
  };
}

/** Starts the sandbox on free ports, with credentials of its own. */
export async function startPushServices(): Promise<TestPushServices> {
  const keys = newKeys();
  let caFile = '';
  const sandbox = await startSandboxProcess(async (dir) => {
    const certificates = await writeCertificates(dir);
    ({ caFile } = certificates);
    return { ...certificates.env, FCM_PUBLIC_KEY: keys.fcm.public, APNS_PUBLIC_KEY: keys.apns.public };
  });
  return {
    sandboxUrl: sandbox.sandboxUrl,
    caFile,
    settings: settingsOf(sandbox, keys),
    ...controls(sandbox.sandboxUrl),
    stop: () => sandbox.stop(),
  };
}
