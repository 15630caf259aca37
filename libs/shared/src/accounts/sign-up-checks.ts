import type { GuessLimits } from './guess-limits.ts';
import type { IdentityVerifier } from './verify-identity-token.ts';

/** Dependencies of the checks of a sign-up's proofs. */
export interface SignUpChecks {
  limits: GuessLimits;
  identity: IdentityVerifier;
}
