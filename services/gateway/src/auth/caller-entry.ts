import type { Fault } from '@pas/platform/errors/fault';
import type { Request } from 'express';
import type { Area } from '../route-table.ts';
import type { Caller } from './caller.ts';
import type { FailedCredentials } from './failed-credentials.ts';
import type { Credential } from './read-credential.ts';

/**
 * Verifies a credential and yields its caller.
 *
 * @throws unauthenticated with the code of the problem, rate_limited for an address with too many failures
 */
export type VerifyCredential = (
  credential: Credential,
  address: string,
  failures: FailedCredentials,
) => Caller | Promise<Caller>;

/** The rules of the edge for one kind of caller. */
export interface CallerEntry {
  /**
   * Whether a credential has the shape of this kind. No signature is verified and no store is read. No credential has
   * the shape of two kinds.
   *
   * Null for a kind without credentials of ours. The edge assumes this kind in its areas when it recognises no other.
   */
  recognise: ((credential: Credential) => boolean) | null;
  verify: VerifyCredential;
  /** The count of wrong credentials of this kind, by address. */
  failures: FailedCredentials;
  /** Whether areas that need no credential verify one too, and refuse a wrong one. */
  isVerifiedEverywhere: boolean;
  reaches: ReadonlySet<Area>;
  /** Makes the refusal in an area that this kind does not reach. */
  otherAreaFault: () => Fault;
  /** `listed`: the environments of the credential itself. `default`: the default environment of this gateway. */
  environmentGrant: 'listed' | 'default';
  /** Whether the suspension of the caller's tenant stops the caller. */
  isStoppedBySuspension: boolean;
  /**
   * Returns the refusal of a request that may come from another site; null for others. Only for credentials that
   * browsers send by themselves.
   */
  findCrossSiteFault?: (request: Request) => Fault | null;
}
