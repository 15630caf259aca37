/** The size of a value that fits into the headers of one request. */
const headerBytes = 15_000;

const filled = (piece: string): string => piece.repeat(Math.floor(headerBytes / piece.length));

/** Long values of a header by name: lists, quoted, weighted, dotted or nested ones. */
export const headerValues: Readonly<Record<string, () => string>> = {
  letters: () => filled('a'),
  digits: () => filled('1'),
  spaces: () => `a${filled(' ')}a`,
  dots: () => filled('.'),
  hyphens: () => filled('-'),
  'only commas': () => filled(','),
  'elements of a list': () => filled('a, '),
  'semicolons and spaces': () => filled('; '),
  'semicolons and many spaces': () => `a=b;${filled(' ')}`,
  pairs: () => filled('a=b; '),
  'empty cookies': () => filled('__Host-pas_session=; '),
  'quotation marks': () => filled('"'),
  tags: () => filled('"1", '),
  'weak tags': () => filled('W/"1", '),
  weights: () => filled('a;q=0.1, '),
  'media types': () => filled('text/html;a="b", '),
  languages: () => filled('de-AT-x-a;q=0.9, '),
  ranges: () => `bytes=${filled('0-1,')}`,
  addresses: () => filled('10.0.0.1, '),
  'long addresses': () => filled('::1, '),
  'parts of an address': () => filled('1:'),
  'a bearer of dots': () => `Bearer ${filled('a.')}`,
  'a bearer of spaces': () => `Bearer${filled(' ')}a`,
  'a bearer of claims': () =>
    `Bearer ${Buffer.from(`{"alg":"none","a":"${'x'.repeat(5000)}"}`).toString('base64url')}.${Buffer.from(`{"iss":"${'y'.repeat(4000)}"}`).toString('base64url')}.`,
  'a bearer of nested claims': () => `Bearer ${Buffer.from('['.repeat(10_000)).toString('base64url')}.e30.`,
  'a long key': () => `Bearer pas_live_${filled('a')}`,
  parentheses: () => filled('('),
  slashes: () => filled('/'),
  percents: () => filled('%'),
  escapes: () => filled('%41'),
  'names of headers': () => `close, ${filled('X-Pas-Assertion, ')}`,
  'name of a prototype': () => '__proto__',
};

/** The headers that this system reads. */
export const readHeaders: readonly string[] = [
  'Accept',
  'Accept-Encoding',
  'Accept-Language',
  'Authorization',
  'Connection',
  'Cookie',
  'Host',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'Last-Event-ID',
  'Origin',
  'Prefer',
  'Range',
  'Sec-Fetch-Site',
  'Traceparent',
  'User-Agent',
  'X-Admin-Env',
  'X-Correlation-Id',
  'X-CSRF-Token',
  'X-Forwarded-For',
  'X-Forwarded-Host',
  'X-Forwarded-Proto',
  'X-Pas-Client',
];
