import { coreJwtTtlSeconds, type CoreJwtSigner } from '../sessions/core-jwt.ts';
import type { z } from 'zod';
import { listMemberships } from './list-memberships.ts';
import { loadPlaces } from './load-places.ts';
import { presentResident } from './resident.schema.ts';
import type { SignInAnswer } from './accounts.schema.ts';
import type { SignInResult } from './sign-in-as.ts';

/** Builds the answer of a sign-in: tokens, the current membership and all memberships. */
export async function presentSignedIn(
  signer: CoreJwtSigner,
  { user, session, refreshToken, saved, place }: SignInResult,
  now: Date,
): Promise<z.input<typeof SignInAnswer>> {
  const subject = { userId: user._id, tenantId: user.tenantId, sessionId: session._id };
  const [token, places, memberships] = await Promise.all([
    signer.sign(subject, now),
    loadPlaces(user, place),
    listMemberships(user, saved ?? null, now),
  ]);
  const resident = presentResident(user, places, now);
  return { token, tokenType: 'Bearer', expiresIn: coreJwtTtlSeconds, refreshToken, resident, memberships };
}
