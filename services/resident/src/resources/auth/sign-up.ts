import type { PublicContext } from '@pas/shared/context/operation-context';
import { startSession } from '@pas/shared/sessions/start-session';
import type { SignUp } from './auth.schema.ts';
import type { SignedIn } from './enter.ts';
import { register, type SignUpChecks } from './register.ts';

/**
 * Makes the holder of an invite's token a resident and signs them in on the calling device, in one change.
 *
 * @throws whatever `register` does
 */
export async function signUp(ctx: PublicContext, checks: SignUpChecks, input: SignUp): Promise<SignedIn> {
  return register(ctx, checks, {
    input,
    finish: async (registered) => {
      const { user, account, change } = registered;
      return {
        user,
        account,
        ...(await startSession(registered.ctx, { user, accountId: account._id }, change.session)),
      };
    },
  });
}
