import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** Options of the service, as far as the authenticator reads them. */
interface Creation {
  rp: { id: string };
  user: { id: string };
  challenge: string;
}

interface Request {
  rpId: string;
  challenge: string;
}

/** Parts of an answer that a test replaces. */
export interface Deviation {
  origin?: string;
  type?: string;
  rpId?: string;
  challenge?: string;
  /** User present 1, user verified 4, synchronized 8 and 16, attested data 64. */
  flags?: number;
  counter?: number;
  userHandle?: string | undefined;
  /** Attestation format and statement, as CBOR. */
  attestation?: Buffer;
}

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();
const url = (data: Buffer): string => data.toString('base64url');
const text = (value: string): Buffer =>
  Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);

/** Encodes bytes in CBOR. */
function bytes(data: Buffer): Buffer {
  const head = Buffer.from([0x59, data.length >> 8, data.length & 255]);
  return Buffer.concat([head, data]);
}

/** The format `none` with an empty statement. */
const noAttestation = Buffer.concat([text('fmt'), text('none'), text('attStmt'), Buffer.from([0xa0])]);

/** Makes a key pair for ES256 on P-256, with the public key in COSE. */
function newKeys() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  // The map { 1: 2, 3: -7, -1: 1, -2: x, -3: y }.
  const coseKey = Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ]);
  return { privateKey, coseKey };
}

/** Encodes the browser's part of a ceremony: its type, the challenge and the origin of the page. */
function clientData(
  usual: { type: string; challenge: string; origin: string },
  deviation: Deviation,
): Buffer {
  const { type = usual.type, challenge = usual.challenge, origin = usual.origin } = deviation;
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

/** Creates an authenticator in software with one ES256 passkey (WebAuthn Level 3, sections 6.1 and 6.5). */
export function createAuthenticator(portalUrl: string, { counts = false } = {}) {
  const { privateKey, coseKey } = newKeys();
  const { origin } = new URL(portalUrl);
  const id = randomBytes(32);
  let userHandle = '';
  let counter = 0;

  function authenticatorData(rpId: string, flags: number, deviation: Deviation): Buffer {
    if (counts) counter += 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(deviation.counter ?? counter);
    return Buffer.concat([sha256(deviation.rpId ?? rpId), Buffer.from([deviation.flags ?? flags]), count]);
  }

  return {
    /** Makes the passkey for the account of the options. */
    create({ rp, user, challenge }: Creation, deviation: Deviation = {}) {
      userHandle = user.id;
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, coseKey]);
      const authData = Buffer.concat([authenticatorData(rp.id, 0x5d, deviation), attested]);
      const attestation = deviation.attestation ?? noAttestation;
      const object = Buffer.concat([Buffer.from([0xa3]), attestation, text('authData'), bytes(authData)]);
      return {
        id: url(id),
        rawId: url(id),
        type: 'public-key',
        response: {
          clientDataJSON: url(clientData({ type: 'webauthn.create', challenge, origin }, deviation)),
          attestationObject: url(object),
          transports: ['internal'],
        },
        clientExtensionResults: {},
      };
    },
    /** Signs the challenge of the options with the passkey. */
    get({ rpId, challenge }: Request, deviation: Deviation = {}) {
      const data = clientData({ type: 'webauthn.get', challenge, origin }, deviation);
      const authData = authenticatorData(rpId, 0x1d, deviation);
      const signature = sign('sha256', Buffer.concat([authData, sha256(data)]), privateKey);
      return {
        id: url(id),
        rawId: url(id),
        type: 'public-key',
        response: {
          clientDataJSON: url(data),
          authenticatorData: url(authData),
          signature: url(signature),
          userHandle: 'userHandle' in deviation ? deviation.userHandle : userHandle,
        },
        clientExtensionResults: {},
      };
    },
  };
}
