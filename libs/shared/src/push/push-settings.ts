import { createECDH, createPrivateKey, type KeyObject } from 'node:crypto';
import { HttpUrl, SafeText } from '@pas/platform/config/fields';
import { productionField } from '@pas/platform/config/rules';
import type { Logger } from '@pas/platform/log/logger';
import { z } from 'zod';
import { createApns } from './apns.ts';
import { createFcm } from './fcm.ts';
import type { PushService } from './push-message.ts';
import { createPushSenders, type PushSenders } from './push-senders.ts';
import type { PushTokenCipher } from './push-tokens.ts';
import { createWebPush } from './web-push.ts';

/** @returns null for a text that is not a private key of the wanted kind */
function readKey(pem: string, isWanted: (key: KeyObject) => boolean): KeyObject | null {
  try {
    const key = createPrivateKey(pem.replaceAll('\\n', '\n'));
    return isWanted(key) ? key : null;
  } catch {
    return null;
  }
}

const isRsa = ({ asymmetricKeyType }: KeyObject): boolean => asymmetricKeyType === 'rsa';
const isP256 = ({ asymmetricKeyDetails }: KeyObject): boolean =>
  asymmetricKeyDetails?.namedCurve === 'prime256v1';

const AccountJson = z.object({
  project_id: z.string().min(1),
  client_email: z.string().min(1),
  private_key: z.string(),
  token_uri: z.url({ protocol: /^https?$/ }),
});

function readAccount(text: string) {
  try {
    const { project_id, client_email, private_key, token_uri } = AccountJson.parse(JSON.parse(text));
    const privateKey = readKey(private_key, isRsa);
    return (
      privateKey && { projectId: project_id, clientEmail: client_email, privateKey, tokenUrl: token_uri }
    );
  } catch {
    return null;
  }
}

const ServiceAccount = productionField(
  z.string().transform((text, check) => {
    const account = readAccount(text);
    if (account) return account;
    check.addIssue('Expected the JSON of a service account with an RSA key.');
    return z.NEVER;
  }),
  {
    demand: 'an RSA key, and an https `token_uri`',
    findFaults: (text) =>
      readAccount(text)?.tokenUrl.startsWith('http:') ? ['has a token_uri that is not https.'] : [],
    secretsIn: (text) => [text],
  },
);

const P256Key = productionField(
  z.string().transform((text, check) => {
    const key = readKey(text, isP256);
    if (key) return key;
    check.addIssue('Expected a P-256 private key in PEM.');
    return z.NEVER;
  }),
  { demand: 'P-256, used nowhere else', findFaults: () => [], secretsIn: (text) => [text] },
);

const VapidKey = productionField(z.string().regex(/^[\w-]{43}$/, 'Expected 32 bytes in base64url.'), {
  demand: 'P-256, used nowhere else',
  findFaults: () => [],
  secretsIn: (text) => [text],
});

const Contact = productionField(
  z.string().regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, 'Expected a mailto: or https:// address.'),
  { demand: 'an address that is read', findFaults: () => [] },
);

/** Settings of the push services. A push service without its settings is off. */
export const pushFields = {
  FCM_SERVICE_ACCOUNT_KEY: ServiceAccount.optional().describe(
    'The service account for FCM, as JSON. Without it, FCM is off, and its devices get no messages.',
  ),
  FCM_API_URL: HttpUrl.default('https://fcm.googleapis.com').describe('The base of FCM’s HTTP v1 API.'),
  APNS_PRIVATE_KEY: P256Key.optional().describe(
    'The signing key for APNs, PEM. Without it, APNs is off, and its devices get no messages.',
  ),
  APNS_KEY_ID: SafeText.optional().describe('The id of that key. APNs needs it.'),
  APNS_TEAM_ID: SafeText.optional().describe('The team that the key belongs to. APNs needs it.'),
  APNS_TOPIC: SafeText.optional().describe('The bundle id of the app. APNs needs it.'),
  APNS_API_URL: HttpUrl.default('https://api.push.apple.com').describe('The base of APNs.'),
  WEB_PUSH_PRIVATE_KEY: VapidKey.optional().describe(
    'The VAPID key for web push: the 32 bytes of a P-256 private key in base64url. Without it, web push is off. With another key, browsers have to subscribe again.',
  ),
  WEB_PUSH_SUBJECT: Contact.optional().describe(
    'Contact for the push services: a mailto: or https:// address. Web push needs it.',
  ),
};

const PushSettings = z.object({ ...pushFields, NODE_ENV: z.string() });
type PushSettings = z.output<typeof PushSettings>;

const needed = {
  APNS_PRIVATE_KEY: ['APNS_KEY_ID', 'APNS_TEAM_ID', 'APNS_TOPIC'],
  WEB_PUSH_PRIVATE_KEY: ['WEB_PUSH_SUBJECT'],
} as const;

/** Returns the missing settings of the configured push services, each with the setting that requires it. */
export function missingPushSettings(
  settings: Partial<PushSettings>,
): { name: string; neededBy: keyof typeof needed }[] {
  const keys = Object.keys(needed) as (keyof typeof needed)[];
  return keys
    .filter((key) => settings[key] !== undefined)
    .flatMap((neededBy) =>
      needed[neededBy].filter((name) => settings[name] === undefined).map((name) => ({ name, neededBy })),
    );
}

function openApns(settings: PushSettings): PushService | undefined {
  const { APNS_PRIVATE_KEY: privateKey, APNS_KEY_ID: keyId } = settings;
  const { APNS_TEAM_ID: teamId, APNS_TOPIC: topic, APNS_API_URL: apiUrl } = settings;
  if (privateKey === undefined || keyId === undefined || teamId === undefined || topic === undefined)
    return undefined;
  return createApns({ apiUrl, keyId, teamId, topic, privateKey });
}

/** Returns the public half of a VAPID key, base64url. */
function publicHalf(privateKey: string): string {
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(privateKey, 'base64url');
  return ecdh.getPublicKey('base64url');
}

function openWebPush(settings: PushSettings): { service: PushService; publicKey: string } | null {
  const { WEB_PUSH_PRIVATE_KEY: privateKey, WEB_PUSH_SUBJECT: subject, NODE_ENV } = settings;
  if (privateKey === undefined || subject === undefined) return null;
  const publicKey = publicHalf(privateKey);
  const allowsLoopback = NODE_ENV !== 'production';
  return { service: createWebPush({ publicKey, privateKey, subject, allowsLoopback }), publicKey };
}

/** Opens the configured push services. */
export function openPushSenders(
  settings: PushSettings,
  { tokens, log }: { tokens: PushTokenCipher; log: Logger },
): PushSenders {
  const { FCM_SERVICE_ACCOUNT_KEY: account, FCM_API_URL: apiUrl } = settings;
  const [apns, web] = [openApns(settings), openWebPush(settings)];
  return createPushSenders({
    services: {
      ...(account && { FCM: createFcm({ apiUrl, account }) }),
      ...(apns && { APNS: apns }),
      ...(web && { WEBPUSH: web.service }),
    },
    pushKey: web?.publicKey ?? null,
    tokens,
    log,
  });
}
