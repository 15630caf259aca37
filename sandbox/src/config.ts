import { z } from 'zod';

const port = (preset: number) => z.coerce.number().int().min(0).max(65_535).default(preset);

const httpUrl = z.url({ protocol: /^https?$/ });

const urlList = z
  .string()
  .transform((list) => list.split(',').map((url) => url.trim()))
  .pipe(z.tuple([httpUrl], httpUrl));

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
  .pipe(z.record(z.string(), z.url({ protocol: /^(nats|tls)$/ })));

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
  DOORS_NATS_URLS: natsUrls.default({}),
  PEOPLE_FILE: z.string().min(1).optional(),
  SANDBOX_DATA_DIR: z.string().min(1).default('.data/sandbox'),
});

/** The sandbox's settings, grouped by part. A port of 0 takes any free one, which tests use. */
export interface SandboxConfig {
  readonly host: string;
  /** With it every part answers over TLS alone. */
  readonly tls: TlsFiles | undefined;
  readonly sandboxPort: number;
  readonly mailboxPort: number;
  readonly smtpPort: number;
  readonly dataDir: string;
  readonly peopleFile: string | undefined;
  /** The bus of each environment, as a user that plays the controllers of all doors. */
  readonly doorsNatsUrls: Readonly<Record<string, string>>;
  readonly identity: IdentityConfig;
  readonly telephony: TelephonyConfig;
}

/** The credentials of the customer at the telephony providers. */
export interface TelephonyConfig {
  readonly accountId: string;
  readonly apiSecret: string;
  readonly apiKey: string;
}

/** The PEM files of a certificate, with those of its issuers, and of its key. */
export interface TlsFiles {
  readonly certFile: string;
  readonly keyFile: string;
}

/** Settings of the OpenID provider and of the tokens that the sandbox mints in its name. */
interface IdentityConfig {
  readonly port: number;
  /** `iss` of every token; derived from host and port where unset. */
  readonly issuer: string | undefined;
  /** Origins that a session token may name in `azp`; the first is the default. */
  readonly portalUrls: readonly [string, ...string[]];
  readonly staffAudience: string;
  readonly operatorClient: OperatorClient;
  /** Bearer secret of the user endpoint. */
  readonly apiSecret: string;
}

/** The one confidential client of the provider: the operator dashboard's login (code + PKCE). */
export interface OperatorClient {
  readonly id: string;
  readonly secret: string;
  readonly redirectUris: readonly string[];
}

/**
 * Reads the sandbox's settings from environment variables. Empty variables count as unset, as compose files leave them.
 *
 * @throws Error that names every faulty variable at once and shows no value
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

function tlsFiles(env: z.infer<typeof Environment>): TlsFiles | undefined {
  const { SANDBOX_TLS_CERT_FILE: certFile, SANDBOX_TLS_KEY_FILE: keyFile } = env;
  return certFile !== undefined && keyFile !== undefined ? { certFile, keyFile } : undefined;
}

function arrange(env: z.infer<typeof Environment>): SandboxConfig {
  return {
    host: env.SANDBOX_HOST,
    tls: tlsFiles(env),
    sandboxPort: env.SANDBOX_PORT,
    mailboxPort: env.MAILBOX_PORT,
    smtpPort: env.SMTP_PORT,
    dataDir: env.SANDBOX_DATA_DIR,
    peopleFile: env.PEOPLE_FILE,
    doorsNatsUrls: env.DOORS_NATS_URLS,
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
  };
}
