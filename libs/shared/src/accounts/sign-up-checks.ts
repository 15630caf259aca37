import type { GuessLimits } from './guess-limits.ts';
import type { IdentityVerifier } from './verify-identity-token.ts';

/** What the proofs of a sign-up are checked with. */
export interface SignUpChecks {
  limits: GuessLimits;
  identity: IdentityVerifier;
}
