import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import {
  encodePart,
  handmadeJws,
  publicForms,
  readJws,
  signByHmac,
  signWith,
  type SignInput,
} from './handmade-jws.ts';

/** One kind of token, with the key of its valid tokens. */
export interface TokenKind {
  /** The algorithm of its valid tokens. */
  alg: 'RS256' | 'ES256' | 'Ed25519';
  privateKey: KeyObject;
  /** Signs a valid token. */
  good: () => Promise<string>;
  /** An address from which no key may be requested. */
  trapUrl: string;
  /** Claims that belong to other tokens. `undefined` removes a claim. */
  wrongClaims: Readonly<Record<string, unknown>>[];
  /** Types of other tokens. */
  wrongTypes: readonly unknown[];
}

/** Name of an invalid token, and the function that makes it. */
export type TokenAttack = [name: string, make: () => Promise<string>];

type Members = Readonly<Record<string, unknown>>;

const inAnHour = (): number => Math.floor(Date.now() / 1000) + 3600;

function strangerOf(alg: TokenKind['alg']): KeyObject {
  if (alg === 'RS256') return generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  if (alg === 'ES256') return generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  return generateKeyPairSync('ed25519').privateKey;
}

/** Makes tokens from a valid one. */
function forgerOf({ good }: TokenKind) {
  return (header: Members, claims: Members, signInput: SignInput) => async (): Promise<string> => {
    const own = readJws(await good());
    return handmadeJws({ ...own.header, ...header }, { ...own.payload, ...claims }, signInput);
  };
}

/** Makes tokens whose headers lead to a key of the forger, signed with that key. */
function foreignKeys(kind: TokenKind): TokenAttack[] {
  const key = strangerOf(kind.alg);
  const jwk = { ...publicJwk(key), kid: 'stranger' };
  const bySomebody = signWith(key, kind.alg);
  const headers: Record<string, Members> = {
    'no other header': {},
    'a key in the token': { jwk },
    'a key in the token, and its id': { jwk, kid: 'stranger' },
    'a key set elsewhere': { jku: `${kind.trapUrl}/jku` },
    'a key set elsewhere, and an id of it': { jku: `${kind.trapUrl}/jku`, kid: 'stranger' },
    'a certificate elsewhere': { x5u: `${kind.trapUrl}/x5u` },
    'a certificate in the token': { x5c: ['AAAA'], x5t: 'AAAA' },
    'no key id': { kid: undefined },
    'an empty key id': { kid: '' },
    'an unknown key id': { kid: 'unknown' },
    'a key id that is a path': { kid: '../../dev/null' },
    'a key id that is an address': { kid: `${kind.trapUrl}/kid` },
    'a key id that is a query': { kid: "x' or '1'='1" },
    'a key id that is a number': { kid: 0 },
    'a key id that is a list': { kid: ['stranger'] },
    'a key id that is an operator': { kid: { $ne: '' } },
    'a key id that every object has': { kid: '__proto__' },
  };
  const forge = forgerOf(kind);
  return Object.entries(headers).map(([name, header]) => [
    `a stranger’s signature with ${name}`,
    forge(header, {}, bySomebody),
  ]);
}

const publicJwk = (privateKey: KeyObject): Members =>
  JSON.parse(publicForms(privateKey)['JWK'] as string) as Members;

/** Makes tokens with algorithms that need no key, or use the public key as a secret. */
function weakAlgorithms(kind: TokenKind): TokenAttack[] {
  const forge = forgerOf(kind);
  const unsigned: SignInput = () => Buffer.alloc(0);
  const rightly = signWith(kind.privateKey, kind.alg);
  const names: unknown[] = ['none', 'None', 'nOnE', 'NONE', ' none', '', null, 0, ['none'], undefined];
  const others = ['HS256', 'RS256', 'PS256', 'ES256', 'EdDSA', 'Ed448', 'dir'].filter(
    (alg) => alg !== kind.alg,
  );
  return [
    ...names.map((alg): TokenAttack => [
      `the algorithm ${JSON.stringify(alg)} without a signature`,
      forge({ alg }, {}, unsigned),
    ]),
    ...others.map((alg): TokenAttack => [
      `the algorithm ${alg} on a good signature`,
      forge({ alg }, {}, rightly),
    ]),
    ...(['HS256', 'HS512'] as const).flatMap((alg) =>
      Object.entries(publicForms(kind.privateKey)).map(([form, secret]): TokenAttack => [
        `${alg} with the public key (${form}) as its secret`,
        forge({ alg }, {}, signByHmac(alg, secret)),
      ]),
    ),
  ];
}

/** Makes tokens of the right signer with wrong headers or claims. */
function wrongWords(kind: TokenKind): TokenAttack[] {
  const forge = forgerOf(kind);
  const rightly = signWith(kind.privateKey, kind.alg);
  const headers: Members[] = [
    { crit: ['exp'], exp: 1 },
    { crit: ['b64'], b64: false },
    { crit: ['b64'], b64: true },
    { b64: false },
    { b64: true },
    { crit: [] },
    { crit: 'exp' },
    { crit: ['unknown'], unknown: true },
    { zip: 'DEF', crit: ['zip'] },
    ...kind.wrongTypes.map((typ) => ({ typ })),
  ];
  const claims: Members[] = [
    { nbf: inAnHour() },
    { nbf: 'never' },
    { exp: undefined },
    { exp: null },
    { exp: String(inAnHour()) },
    { exp: {} },
    { iss: undefined },
    { iss: null },
    { iss: '' },
    { iss: kind.trapUrl },
    { sub: undefined },
    { sub: '' },
    { sub: 7 },
    { sub: { $ne: '' } },
    ...kind.wrongClaims,
  ];
  const named = (value: Members): string =>
    JSON.stringify(value, (_name, member: unknown) => (member === undefined ? '(left out)' : member));
  return [
    ...headers.map((header): TokenAttack => [`the header ${named(header)}`, forge(header, {}, rightly)]),
    ...claims.map((claim): TokenAttack => [`the claim ${named(claim)}`, forge({}, claim, rightly)]),
  ];
}

const base64url = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Returns another spelling of the same bytes: the last character has unused bits (RFC 4648, section 3.5). */
function respell(part: string): string {
  const last = base64url.indexOf(part.at(-1) ?? '');
  return `${part.slice(0, -1)}${base64url[last ^ 1]}`;
}

/** Makes invalid spellings and parts of a compact JWS, with a valid signature where possible. */
function oddSpellings(kind: TokenKind): TokenAttack[] {
  const rightly = signWith(kind.privateKey, kind.alg);
  const odd =
    (change: (parts: [header: string, payload: string, signature: string]) => string) => async () => {
      const [header = '', payload = '', signature = ''] = (await kind.good()).split('.');
      return change([header, payload, signature]);
    };
  const payloads: unknown[] = ['', 'text', 'null', '[]', '1', '{', '\u0000', '{"exp":1e999}'];
  return [
    ['a padded signature', odd((parts) => `${parts.join('.')}==`)],
    [
      'a signature in another spelling',
      odd(([header, payload, signature]) => `${header}.${payload}.${respell(signature)}`),
    ],
    [
      'a signature of the other alphabet',
      odd(([header, payload, signature]) => `${header}.${payload}.+/${signature.slice(2)}`),
    ],
    ['no signature', odd(([header, payload]) => `${header}.${payload}.`)],
    [
      'a short signature',
      odd(([header, payload, signature]) => `${header}.${payload}.${signature.slice(0, -8)}`),
    ],
    ['a signature with more', odd((parts) => `${parts.join('.')}AAAA`)],
    ['two parts', odd(([header, payload]) => `${header}.${payload}`)],
    ['four parts', odd((parts) => `${parts.join('.')}.AAAA`)],
    ['five parts, as if encrypted', odd(([header]) => `${header}.AAAA.AAAA.AAAA.AAAA`)],
    ['a header of a list', odd(([, payload, signature]) => `${encodePart([])}.${payload}.${signature}`)],
    ['a header of null', odd(([, payload, signature]) => `${encodePart(null)}.${payload}.${signature}`)],
    ['a header of text', odd(([, payload, signature]) => `${encodePart('no json')}.${payload}.${signature}`)],
    [
      'the claims of somebody else',
      odd(([header, , signature]) => `${header}.${encodePart({ sub: 'else' })}.${signature}`),
    ],
    ...payloads.map((payload): TokenAttack => [
      `the payload ${JSON.stringify(payload)}`,
      async () => handmadeJws(readJws(await kind.good()).header, payload, rightly),
    ]),
  ];
}

/**
 * Lists the attacks on one kind of token (RFC 8725); none of these tokens is valid. Some have keys, addresses and key
 * ids of the forger, or algorithms without a key. Some use the public key as a secret. Others have claims, types or
 * spellings that are invalid.
 */
export function tokenAttacks(kind: TokenKind): TokenAttack[] {
  return [...foreignKeys(kind), ...weakAlgorithms(kind), ...wrongWords(kind), ...oddSpellings(kind)];
}
