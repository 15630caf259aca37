import { hkdfSync } from 'node:crypto';
import { EncryptJWT, errors, jwtDecrypt } from 'jose';
import { z } from 'zod';

/** How long a person may take to log in at the provider. */
export const pendingSeconds = 600;

const PendingLogin = z.object({
  state: z.string(),
  nonce: z.string(),
  /** The code verifier of PKCE (RFC 7636). */
  verifier: z.string(),
  returnTo: z.string(),
  /** Whether the provider was asked for a new log-in of the person. */
  isFresh: z.boolean(),
  /** Whether the callback came and started a session. The cookie stays for a callback that comes again. */
  isDone: z.boolean(),
  /** The hash of the token of a setup link; null for other log-ins. */
  setup: z.string().nullable().default(null),
  /** Seconds since the epoch. */
  iat: z.number(),
});

/** A pending log-in of one browser. */
export type PendingLogin = z.output<typeof PendingLogin>;

/** Seals pending log-ins into cookies and opens them. */
export interface PendingLogins {
  seal(login: Omit<PendingLogin, 'iat'>): Promise<string>;
  /** @returns null for a text that is forged, encrypted with another key, or older than ten minutes */
  open(sealed: string): Promise<PendingLogin | null>;
}

const alg = { alg: 'dir', enc: 'A256GCM' } as const;

/**
 * Stores pending log-ins only in encrypted cookies, so that log-ins cannot fill the database. The key is derived from
 * the client's secret (HKDF, RFC 5869), which all gateways share.
 */
export function createPendingLogins(clientSecret: string): PendingLogins {
  const key = new Uint8Array(hkdfSync('sha256', clientSecret, '', 'pas pending login', 32));
  return {
    seal: (login) =>
      new EncryptJWT({ ...login })
        .setProtectedHeader(alg)
        .setIssuedAt()
        .setExpirationTime(`${pendingSeconds} s`)
        .encrypt(key),
    async open(sealed) {
      try {
        const { payload } = await jwtDecrypt(sealed, key, {
          keyManagementAlgorithms: [alg.alg],
          contentEncryptionAlgorithms: [alg.enc],
          requiredClaims: ['exp'],
        });
        return PendingLogin.parse(payload);
      } catch (error) {
        if (error instanceof errors.JOSEError || error instanceof z.ZodError) return null;
        throw error;
      }
    },
  };
}
