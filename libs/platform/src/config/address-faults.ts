import { commonWords } from './weak-secret.ts';

/**
 * The least length of a store's password. It is lower than that of other secrets, because a provider may have chosen
 * it.
 */
const minPasswordLength = 16;
const sequence = /123456|(.)\1{5}/;

const isWeak = (password: string): boolean =>
  password.length < minPasswordLength || commonWords.test(password) || sequence.test(password);

const weakPassword = `has a weak password. Use ${minPasswordLength} random characters or more.`;

/** Decodes a password. A password with a stray `%` stays as it is. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** @returns undefined for an invalid address, which the schema of the variable refuses */
const toUrl = (text: string): URL | undefined => URL.parse(text) ?? undefined;

const isTrue = (value: string | undefined | null): boolean => value === 'true' || value === '1';

/** Finds faults of an http address in production. */
export function findHttpFaults(text: string): string[] {
  return toUrl(text)?.protocol === 'https:' ? [] : ['is not encrypted. Use an https:// address.'];
}

/** Finds faults of a list of origins in production. */
export function findOriginFaults(text: string): string[] {
  return [
    ...(/(^|,)\s*http:/.test(text) ? ['has an origin that is not encrypted. Use https:// origins.'] : []),
    ...(text.includes('*') ? ['allows every origin. Name the origins.'] : []),
  ];
}

/** Authentication mechanisms of MongoDB that need no password. */
const withoutPassword: ReadonlySet<string> = new Set(['MONGODB-X509', 'MONGODB-AWS', 'MONGODB-OIDC']);

function findMongoLogInFaults(
  credentials: string | undefined,
  options: ReadonlyMap<string, string>,
): string[] {
  if (withoutPassword.has(options.get('authmechanism') ?? '')) return [];
  const [user = '', password = ''] = (credentials ?? '').split(':');
  if (user === '' || password === '')
    return ['has no user and password. Give this program a user of its own.'];
  return isWeak(decode(password)) ? [weakPassword] : [];
}

/** Finds faults of a database address in production: no TLS, no check of certificates, no log-in, a weak password. */
export function findMongoFaults(text: string): string[] {
  const [, service, credentials, query = ''] =
    /^mongodb(\+srv)?:\/\/(?:([^@/]*)@)?[^/?]*(?:\/[^?]*)?(?:\?(.*))?$/.exec(text) ?? [];
  // The driver reads the names of options in any case.
  const options = new Map(
    [...new URLSearchParams(query)].map(([name, value]) => [name.toLowerCase(), value]),
  );
  const tls = options.get('tls') ?? options.get('ssl') ?? (service ? 'true' : 'false');
  const isUnchecked = ['tlsinsecure', 'tlsallowinvalidcertificates', 'tlsallowinvalidhostnames'].some(
    (name) => isTrue(options.get(name)),
  );
  return [
    ...(isTrue(tls) ? [] : ['is not encrypted. Add tls=true to its options.']),
    ...(isUnchecked
      ? ['accepts any certificate. Remove tlsInsecure and tlsAllowInvalid… from its options.']
      : []),
    ...findMongoLogInFaults(credentials, options),
  ];
}

/** Finds faults of the addresses of an event bus in production. The first address has the user and password of all. */
export function findNatsFaults(text: string): string[] {
  const servers = text.split(',').map((server) => toUrl(server));
  const [first] = servers;
  const isLoggedIn = Boolean(first?.username && first.password);
  const isWeakPassword = isLoggedIn && isWeak(decode(first?.password ?? ''));
  return [
    ...(servers.every((server) => server?.protocol === 'tls:')
      ? []
      : ['is not encrypted. Use tls:// addresses.']),
    ...(isLoggedIn ? [] : ['has no user and password. Give this program a user of its own.']),
    ...(isWeakPassword ? [weakPassword] : []),
  ];
}

/**
 * Finds faults of a mail server's address in production. Both TLS from the start and mandatory STARTTLS are accepted.
 */
export function findSmtpFaults(text: string): string[] {
  const url = toUrl(text);
  const isUnchecked = [...(url?.searchParams ?? [])].some(
    ([name, value]) => name.endsWith('rejectUnauthorized') && !isTrue(value),
  );
  const isEncrypted = url?.protocol === 'smtps:' || isTrue(url?.searchParams.get('requireTLS'));
  return [
    ...(isEncrypted ? [] : ['is not encrypted. Use smtps://, or smtp:// with ?requireTLS=true.']),
    ...(isUnchecked ? ['accepts any certificate. Remove rejectUnauthorized from its options.'] : []),
  ];
}
