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

/** Everything that the edge knows of one kind of caller. */
export interface CallerEntry {
  /**
   * Whether a credential has the shape of this kind. No signature is verified and no store is read. No credential has
   * the shape of two kinds.
   *
   * Null for a kind without credentials of ours: it is assumed in the areas that it reaches when no other kind is known.
   */
  recognise: ((credential: Credential) => boolean) | null;
  verify: VerifyCredential;
  /** The count of wrong credentials of this kind, by address. */
  failures: FailedCredentials;
  /** Whether a credential is verified, and a wrong one refused, also in the areas that need none. */
  isVerifiedEverywhere: boolean;
  reaches: ReadonlySet<Area>;
  /** Makes the refusal in every other area. */
  outside: () => Fault;
  /** `listed`: the environments of the credential itself. `default`: the default environment of this gateway. */
  environmentGrant: 'listed' | 'default';
  /** Whether the suspension of the caller's tenant stops the caller. */
  isStoppedBySuspension: boolean;
  /** Finds why a request may come from another site, for credentials that browsers send by themselves. */
  findForgery?: (request: Request) => Fault | null;
}
