import { createPublicKey } from 'node:crypto';
import { z } from 'zod';
import {
  findHttpFaults,
  findMongoFaults,
  findNatsFaults,
  findOriginFaults,
  findSmtpFaults,
} from './address-faults.ts';
import { productionField, safeField, splitList } from './rules.ts';
import { findSecretFaults } from './weak-secret.ts';

/** A TCP port; 0 chooses a free one. */
export const Port = z.coerce.number().int().min(0).max(65_535);

/** A week: above 24 days a timer of Node would fire immediately. */
const maxMilliseconds = 604_800_000;

/** A whole number of milliseconds, a week at most. */
export const Milliseconds = z.coerce.number().int().min(0).max(maxMilliseconds);

/** A JSON text, parsed. */
export const JsonText = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue('Expected JSON.');
    return z.NEVER;
  }
});

/** A list separated by commas; spaces around an entry are dropped. */
export const CommaList = z.string().transform(splitList);

const HttpAddress = z.url({ protocol: /^https?$/, message: 'Expected an http or https URL.' });
const https = { demand: 'https', findFaults: findHttpFaults };

/** An http or https address exactly as it was written, such as an issuer that tokens name. Production: https. */
export const ExactHttpUrl = productionField(HttpAddress, https);

/** An http or https address without a trailing slash. Production: https. */
export const HttpUrl = productionField(
  HttpAddress.transform((url) => url.replace(/\/+$/, '')),
  https,
);

/** Any number of http or https addresses, separated by commas. Production: https. */
export const HttpUrls = CommaList.pipe(z.array(HttpUrl));

/**
 * Origins of web pages and apps, separated by commas. Apps have schemes of their own, such as `capacitor://localhost`.
 * Production: no plain http, and no `*`.
 */
export const Origins = productionField(CommaList, { demand: 'https, no `*`', findFaults: findOriginFaults });

/** Several replicas of one upstream, separated by commas. Production: https. */
export const HttpUrlList = CommaList.pipe(z.array(HttpUrl).min(1, 'Expected at least one URL.'));

/**
 * The address of a database: one server, the members of a replica set, or a service record. Production: TLS, and a user
 * of its own.
 */
export const MongoUrl = productionField(
  z
    .string()
    .regex(/^mongodb(\+srv)?:\/\/[^\s/]+(\/\S*)?$/, 'Expected a mongodb:// or mongodb+srv:// address.'),
  { demand: '`tls=true`, user and password', findFaults: findMongoFaults },
);

/**
 * The address of an event bus, or of each server of its cluster, separated by commas. Production: TLS, and a user of
 * its own.
 */
export const NatsUrl = productionField(
  z
    .string()
    .regex(/^(nats|tls):\/\/[^\s,/]+(,(nats|tls):\/\/[^\s,/]+)*$/, 'Expected nats:// or tls:// addresses.'),
  { demand: '`tls://`, user and password', findFaults: findNatsFaults },
);

/** The address of a mail server. Production: TLS. */
export const SmtpUrl = productionField(z.url({ protocol: /^smtps?$/ }), {
  demand: '`smtps://`, or `smtp://` with `?requireTLS=true`',
  findFaults: findSmtpFaults,
});

/** A text whose values are all safe, such as a name or a directory. */
export const SafeText = safeField(z.string());

/** The name of an environment. The list is open: `DEV`, `TEST`, `STAGING`, `PROD` and others that an operator runs. */
export const EnvironmentName = safeField(
  z
    .string()
    .regex(
      /^[A-Z][A-Z0-9_]{1,15}$/,
      'Expected 2 to 16 upper-case letters, digits or underscores, a letter first.',
    ),
);

const blocksIn = (text: string): string[] =>
  text.replaceAll('\\n', '\n').match(/-----BEGIN [^-]+-----[^-]+-----END [^-]+-----/g) ?? [];

/** Reads the public key of a private or public PEM key; null for a key that is not Ed25519. */
function publicHalf(pem: string): string | null {
  try {
    const key = createPublicKey(pem);
    return key.asymmetricKeyType === 'ed25519'
      ? key.export({ format: 'der', type: 'spki' }).toString('base64')
      : null;
  } catch {
    return null;
  }
}

const ed25519 = {
  demand: 'Ed25519, a pair of its own for each purpose',
  findFaults: (text: string) =>
    blocksIn(text).some((pem) => publicHalf(pem) === null) ? ['is not an Ed25519 key in PEM.'] : [],
  secretsIn: (text: string) => blocksIn(text).flatMap((pem) => publicHalf(pem) ?? []),
};

/** A PEM text whose line breaks may be written as `\n`, as env files need it. */
export const Pem = productionField(
  z
    .string()
    .transform((text) => text.replaceAll('\\n', '\n'))
    .refine((text) => text.includes('-----BEGIN'), 'Expected a PEM text.'),
  ed25519,
);

/** Several PEM blocks in one value, newest first. */
export const PemList = productionField(
  z
    .string()
    .transform(blocksIn)
    .refine((blocks) => blocks.length > 0, 'Expected at least one PEM block.'),
  ed25519,
);

const random = {
  demand: 'at least 32 random characters, used nowhere else',
  findFaults: findSecretFaults,
  secretsIn: (text: string) => [text],
};

/** A secret of at least 32 characters. Production: random, and different from every other variable. */
export const Secret = productionField(z.string().min(32, 'Expected at least 32 characters.'), random);

/**
 * A secret that a provider issued: 8 characters or more, since sandboxes use short ones. Production: the rules of
 * `Secret`.
 */
export const ProviderSecret = productionField(z.string().min(8, 'Expected at least 8 characters.'), random);

/** Several secrets separated by commas, newest first: the first signs, all verify. */
export const SecretList = CommaList.pipe(z.array(Secret).min(1, 'Expected at least one secret.'));
