/** What a store's password needs at least; unlike other secrets a provider may have chosen it. */
const minPasswordLength = 16;
const commonPassword = /password|secret|change[-_. ]?me|example|default|123456|(.)\1{5}/i;

const isWeak = (password: string): boolean =>
  password.length < minPasswordLength || commonPassword.test(password);

const weakPassword = `has a weak password. Use ${minPasswordLength} random characters or more.`;

/** A password with a stray `%` is taken as it stands. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** @returns undefined for what is no address; its form is refused elsewhere */
const toUrl = (text: string): URL | undefined => URL.parse(text) ?? undefined;

const isTrue = (value: string | undefined | null): boolean => value === 'true' || value === '1';

/** What production refuses about an http address. */
export function findHttpFaults(text: string): string[] {
  return toUrl(text)?.protocol === 'https:' ? [] : ['is not encrypted. Use an https:// address.'];
}

/** What production refuses about a list of origins. */
export function findOriginFaults(text: string): string[] {
  return [
    ...(/(^|,)\s*http:/.test(text) ? ['has an origin that is not encrypted. Use https:// origins.'] : []),
    ...(text.includes('*') ? ['allows every origin. Name the origins.'] : []),
  ];
}

/** Authentication of MongoDB that needs no password. */
const withoutPassword: ReadonlySet<string> = new Set(['MONGODB-X509', 'MONGODB-AWS', 'MONGODB-OIDC']);

function findMongoLogInFaults(credentials: string | undefined, options: URLSearchParams): string[] {
  if (withoutPassword.has(options.get('authMechanism') ?? '')) return [];
  const [user = '', password = ''] = (credentials ?? '').split(':');
  if (user === '' || password === '')
    return ['has no user and password. Give this program a user of its own.'];
  return isWeak(decode(password)) ? [weakPassword] : [];
}

/** What production refuses about the address of a database: no TLS, no check of certificates, no log-in. */
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
    ...findMongoLogInFaults(credentials, new URLSearchParams(query)),
  ];
}

/** What production refuses about the addresses of an event bus. The first one has the user and password of all. */
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

/** What production refuses about a mail server: TLS from the start, or STARTTLS without a way around it. */
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
