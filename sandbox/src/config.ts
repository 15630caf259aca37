import { z } from 'zod';

const port = (preset: number) => z.coerce.number().int().min(0).max(65_535).default(preset);

const httpUrl = z.url({ protocol: /^https?$/ });

const urlList = z
  .string()
  .transform((list) => list.split(',').map((url) => url.trim()))
  .pipe(z.tuple([httpUrl], httpUrl));

/** Parses a comma-separated list to its first entry, which signs. */
const firstOf = z
  .string()
  .transform((list) => list.split(',')[0]?.trim() ?? '')
  .pipe(z.string().min(1));

const natsUrls = z
  .string()
  .transform((text, check): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      check.addIssue('Expected a JSON object: an address for each environment.');
      return z.NEVER;
    }
  })
  .pipe(
    z.record(
      z.string(),
      // A cluster has several addresses, separated by commas.
      z
        .string()
        .regex(
          /^(nats|tls):\/\/[^\s,/]+(,(nats|tls):\/\/[^\s,/]+)*$/,
          'Expected nats:// or tls:// addresses.',
        ),
    ),
  );

/** A PEM text whose line breaks may be written as `\n`. */
const pem = z.string().transform((text) => text.replaceAll('\\n', '\n'));

const Environment = z.object({
  SANDBOX_HOST: z.string().min(1).default('127.0.0.1'),
  SANDBOX_TLS_CERT_FILE: z.string().min(1).optional(),
  SANDBOX_TLS_KEY_FILE: z.string().min(1).optional(),
  SANDBOX_PORT: port(4100),
  MAILBOX_PORT: port(4101),
  SMTP_PORT: port(4102),
  IDENTITY_PORT: port(4103),
  IDENTITY_ISSUER: httpUrl.optional(),
  PORTAL_URLS: urlList,
  STAFF_AUDIENCE: z.string().min(1).default('property-access-staff'),
  OPERATOR_CLIENT_ID: z.string().min(1).default('operator-dashboard'),
  OPERATOR_CLIENT_SECRET: z.string().min(8),
  OPERATOR_REDIRECT_URIS: urlList,
  IDENTITY_API_SECRET: z.string().min(8),
  TELEPHONY_A_ACCOUNT_ID: z.string().min(1).default('AC-local'),
  TELEPHONY_A_API_SECRET: z.string().min(8).default('local-telephony-a-secret'),
  TELEPHONY_B_API_KEY: z.string().min(8).default('local-telephony-b-key'),
  APNS_PORT: port(4104),
  APNS_TLS_CERT_FILE: z.string().min(1).optional(),
  APNS_TLS_KEY_FILE: z.string().min(1).optional(),
  FCM_PUBLIC_KEY: pem.optional(),
  APNS_PUBLIC_KEY: pem.optional(),
  TELEPHONY_A_AUTH_TOKENS: firstOf.optional(),
  TELEPHONY_B_PRIVATE_KEY: pem.optional(),
  PAYMENTS_WEBHOOK_SECRETS: firstOf.optional(),
  IDENTITY_WEBHOOK_SECRETS: firstOf.optional(),
  PUBLIC_WEBHOOK_URL: firstOf.pipe(httpUrl).optional(),
  WEBHOOKS_URL: httpUrl.optional(),
  DOORS_NATS_URLS: natsUrls.default({}),
  DOORS_HTTP_SECRETS: firstOf.optional(),
  DOORS_REPORT_URL: httpUrl.optional(),
  DOORS_FILE: z.string().min(1).optional(),
  PEOPLE_FILE: z.string().min(1).optional(),
  SANDBOX_DATA_DIR: z.string().min(1).default('.data/sandbox'),
});

/** Settings of the sandbox, grouped by part. A port of 0 takes any free one, as tests need. */
export interface SandboxConfig {
  readonly host: string;
  /** With it, every part answers only over TLS. */
  readonly tls: TlsFiles | undefined;
  readonly sandboxPort: number;
  readonly mailboxPort: number;
  readonly smtpPort: number;
  readonly dataDir: string;
  readonly peopleFile: string | undefined;
  readonly doors: DoorConfig;
  readonly identity: IdentityConfig;
  readonly telephony: TelephonyConfig;
  readonly push: PushConfig;
  /** Null when a secret is missing; the sandbox then sends no webhooks. */
  readonly webhooks: WebhookConfig | null;
}

/** Settings of the controllers of doors. */
export interface DoorConfig {
  /** URL of the bus of each environment, with a user that plays the controllers of all doors. */
  readonly natsUrls: Readonly<Record<string, string>>;
  /** Secret that signs commands over HTTP. Null: all are refused. */
  readonly httpSecret: string | null;
  /** URL of the gateway for reports of controllers. */
  readonly reportUrl: string | undefined;
  /** JSON file with the keys of controllers and their doors. */
  readonly file: string | undefined;
}

/** Secrets with which the sandbox signs webhooks of the providers. */
export interface WebhookConfig {
  /** Base URL to which webhooks are sent. */
  readonly sendUrl: string;
  /** Public base URL that telephony-a signs. */
  readonly publicUrl: string;
  readonly telephonyAToken: string;
  /** PEM (PKCS #8). */
  readonly telephonyBKey: string;
  readonly paymentsSecret: string;
  readonly identitySecret: string;
}

/** Settings of the push services. */
export interface PushConfig {
  readonly apnsPort: number;
  /** The certificate of APNs; without it, that of the sandbox. */
  readonly tls: TlsFiles | undefined;
  /** PEM; public keys of our services. Without one, its tokens are not verified. */
  readonly fcmPublicKey: string | undefined;
  readonly apnsPublicKey: string | undefined;
}

/** Credentials of our account at the telephony providers. */
export interface TelephonyConfig {
  readonly accountId: string;
  readonly apiSecret: string;
  readonly apiKey: string;
}

/** PEM files of a certificate with its issuers, and of its key. */
export interface TlsFiles {
  readonly certFile: string;
  readonly keyFile: string;
}

/** Settings of the OpenID provider and of minted tokens. */
interface IdentityConfig {
  readonly port: number;
  /** `iss` of every token; derived from host and port when unset. */
  readonly issuer: string | undefined;
  /**
   * Origins of the portals. Each is a public client and a possible `azp` of session tokens; the first is the default.
   */
  readonly portalUrls: readonly [string, ...string[]];
  readonly staffAudience: string;
  readonly operatorClient: OperatorClient;
  /** Bearer secret of the user endpoint. */
  readonly apiSecret: string;
}

/** The confidential client of the provider: the operator dashboard's login (code + PKCE). */
export interface OperatorClient {
  readonly id: string;
  readonly secret: string;
  readonly redirectUris: readonly string[];
}

/**
 * Reads the settings from environment variables. Empty variables, which compose files may set, count as unset.
 *
 * @throws Error that names all faulty variables at once and prints no value
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): SandboxConfig {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = Environment.safeParse(given);
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`The sandbox's configuration is not usable:\n${faults.join('\n')}`);
  }
  const { SANDBOX_TLS_CERT_FILE: certFile, SANDBOX_TLS_KEY_FILE: keyFile } = parsed.data;
  if ((certFile === undefined) !== (keyFile === undefined)) {
    throw new Error('Set both SANDBOX_TLS_CERT_FILE and SANDBOX_TLS_KEY_FILE, or neither.');
  }
  return arrange(parsed.data);
}

function tlsFiles(certFile: string | undefined, keyFile: string | undefined): TlsFiles | undefined {
  return certFile !== undefined && keyFile !== undefined ? { certFile, keyFile } : undefined;
}

function webhooksOf(env: z.infer<typeof Environment>): WebhookConfig | null {
  const { WEBHOOKS_URL: sendUrl, PUBLIC_WEBHOOK_URL: publicUrl } = env;
  const { TELEPHONY_A_AUTH_TOKENS: telephonyAToken, TELEPHONY_B_PRIVATE_KEY: telephonyBKey } = env;
  const { PAYMENTS_WEBHOOK_SECRETS: paymentsSecret, IDENTITY_WEBHOOK_SECRETS: identitySecret } = env;
  const all = { sendUrl, publicUrl, telephonyAToken, telephonyBKey, paymentsSecret, identitySecret };
  return Object.values(all).includes(undefined) ? null : (all as WebhookConfig);
}

function arrange(env: z.infer<typeof Environment>): SandboxConfig {
  return {
    host: env.SANDBOX_HOST,
    tls: tlsFiles(env.SANDBOX_TLS_CERT_FILE, env.SANDBOX_TLS_KEY_FILE),
    sandboxPort: env.SANDBOX_PORT,
    mailboxPort: env.MAILBOX_PORT,
    smtpPort: env.SMTP_PORT,
    dataDir: env.SANDBOX_DATA_DIR,
    peopleFile: env.PEOPLE_FILE,
    doors: {
      natsUrls: env.DOORS_NATS_URLS,
      httpSecret: env.DOORS_HTTP_SECRETS ?? null,
      reportUrl: env.DOORS_REPORT_URL,
      file: env.DOORS_FILE,
    },
    identity: {
      port: env.IDENTITY_PORT,
      issuer: env.IDENTITY_ISSUER,
      portalUrls: env.PORTAL_URLS,
      staffAudience: env.STAFF_AUDIENCE,
      operatorClient: {
        id: env.OPERATOR_CLIENT_ID,
        secret: env.OPERATOR_CLIENT_SECRET,
        redirectUris: env.OPERATOR_REDIRECT_URIS,
      },
      apiSecret: env.IDENTITY_API_SECRET,
    },
    telephony: {
      accountId: env.TELEPHONY_A_ACCOUNT_ID,
      apiSecret: env.TELEPHONY_A_API_SECRET,
      apiKey: env.TELEPHONY_B_API_KEY,
    },
    webhooks: webhooksOf(env),
    push: {
      apnsPort: env.APNS_PORT,
      tls: tlsFiles(env.APNS_TLS_CERT_FILE, env.APNS_TLS_KEY_FILE),
      fcmPublicKey: env.FCM_PUBLIC_KEY,
      apnsPublicKey: env.APNS_PUBLIC_KEY,
    },
  };
}
