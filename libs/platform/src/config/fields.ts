import { z } from 'zod';

/** A TCP port; 0 takes a free one. */
export const Port = z.coerce.number().int().min(0).max(65_535);

/** A whole number of milliseconds. */
export const Milliseconds = z.coerce.number().int().min(0);

/** A JSON text, parsed. */
export const JsonText = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue('Expected JSON.');
    return z.NEVER;
  }
});

/** A list separated by commas; blanks around an entry are dropped. */
export const CommaList = z.string().transform((text) =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== ''),
);

/** An http or https address without a trailing slash. */
export const HttpUrl = z
  .url({ protocol: /^https?$/, message: 'Expected an http or https URL.' })
  .transform((url) => url.replace(/\/+$/, ''));

/** Several replicas of one upstream, separated by commas. */
export const HttpUrlList = CommaList.pipe(z.array(HttpUrl).min(1, 'Expected at least one URL.'));

/** The address of a database: one server, the members of a replica set, or a service record. */
export const MongoUrl = z
  .string()
  .regex(/^mongodb(\+srv)?:\/\/[^\s/]+(\/\S*)?$/, 'Expected a mongodb:// or mongodb+srv:// address.');

/** The address of an event bus, or of each server of its cluster, separated by commas. */
export const NatsUrl = z
  .string()
  .regex(/^(nats|tls):\/\/[^\s,/]+(,(nats|tls):\/\/[^\s,/]+)*$/, 'Expected nats:// or tls:// addresses.');

/** The name of an environment. The list is open: `DEV`, `TEST`, `STAGING`, `PROD` and others that an operator runs. */
export const EnvironmentName = z
  .string()
  .regex(
    /^[A-Z][A-Z0-9_]{1,15}$/,
    'Expected 2 to 16 upper-case letters, digits or underscores, a letter first.',
  );

/** A PEM text whose line breaks may be written as `\n`, as env files need it. */
export const Pem = z
  .string()
  .transform((text) => text.replaceAll('\\n', '\n'))
  .refine((text) => text.includes('-----BEGIN'), 'Expected a PEM text.');

/** Several PEM blocks in one value, newest first. */
export const PemList = z
  .string()
  .transform(
    (text) => text.replaceAll('\\n', '\n').match(/-----BEGIN [^-]+-----[^-]+-----END [^-]+-----/g) ?? [],
  )
  .refine((blocks) => blocks.length > 0, 'Expected at least one PEM block.');

/** A secret of at least 32 characters. */
export const Secret = z.string().min(32, 'Expected at least 32 characters.');

/** Several secrets separated by commas, newest first: the first signs, all verify. */
export const SecretList = CommaList.pipe(z.array(Secret).min(1, 'Expected at least one secret.'));
