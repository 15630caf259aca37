import { insertRows } from '@pas/platform/mongo/insert-rows';
import type { PublicContext } from '@pas/shared/context/operation-context';
import { invalidField } from '@pas/shared/errors/raise';
import { newId } from '@pas/shared/ids/id';
import { PasskeyChallengeModel, type PasskeyChallengeRow } from '@pas/shared/models/passkey-challenge';
import { challengeTtlMs } from './relying-party.ts';

/** Builds the error for a challenge that no longer works. */
export const challengeEnded = () =>
  invalidField(
    'challengeId',
    'challenge_ended',
    'challengeId: These options have been used or are older than 5 minutes. Request new ones.',
  );

/** The purpose of a challenge, and the proof of its caller. */
type Purpose = Omit<PasskeyChallengeRow, '_id' | 'createdAt' | 'expiresAt'>;

/** Stores a challenge, and returns its id. */
export async function startChallenge({ now }: PublicContext, purpose: Purpose): Promise<string> {
  const _id = newId('passkeyChallenge');
  const expiresAt = new Date(now.getTime() + challengeTtlMs);
  await insertRows(PasskeyChallengeModel, [{ _id, ...purpose, createdAt: now, expiresAt }], null);
  return _id;
}

/** Identifies the challenge of a caller. */
type ChallengeOwner = Pick<PasskeyChallengeRow, '_id' | 'purpose' | 'sessionId'>;

/** Identifies the challenge of a sign-in. */
export const ofSignIn = (_id: string): ChallengeOwner => ({ _id, purpose: 'SIGN_IN', sessionId: null });

/** Identifies the challenge of a new passkey, in the session that requested it. */
export const ofRegistration = ({ principal }: PublicContext, _id: string): ChallengeOwner => ({
  _id,
  purpose: 'REGISTRATION',
  sessionId: principal.sessionId,
});

const open = ({ now }: PublicContext, owner: ChallengeOwner) => ({ ...owner, expiresAt: { $gt: now } });

/**
 * Checks the challenge of a request whose other fields have problems.
 *
 * @throws invalid as `takeChallenge`
 */
export async function checkChallenge(ctx: PublicContext, owner: ChallengeOwner): Promise<void> {
  if (!(await PasskeyChallengeModel.exists(open(ctx, owner)))) throw challengeEnded();
}

/**
 * Removes a challenge before its answer is verified, so that it works once.
 *
 * @throws invalid (`challenge_ended`) for an unknown, used or expired challenge, and for that of another session
 */
export async function takeChallenge(ctx: PublicContext, owner: ChallengeOwner): Promise<PasskeyChallengeRow> {
  const taken = await PasskeyChallengeModel.findOneAndDelete(open(ctx, owner)).lean<PasskeyChallengeRow>();
  if (!taken) throw challengeEnded();
  return taken;
}
