import type { Route } from '@pas/platform/http/define-route';
import { listEnvelope, pageQuery } from '@pas/platform/http/page';
import { created, noContent, ok } from '@pas/platform/http/reply';
import { listRows } from '@pas/platform/lists/list-rows';
import { idSchema } from '@pas/shared/ids/id';
import { PasskeyModel } from '@pas/shared/models/passkey';
import { defineRoute } from '@pas/shared/routes/define-route';
import { z } from 'zod';
import { loadAccount } from '../me/load-account.ts';
import { addPasskey } from './add-passkey.ts';
import { checkChallenge, ofRegistration } from './challenges.ts';
import { ChallengeId, CreationOptions } from './passkey-options.schema.ts';
import { AddPasskey, Passkey, PreparePasskey, presentPasskey } from './passkey.schema.ts';
import { preparePasskey, type Passkeys } from './prepare-passkey.ts';
import { removePasskey } from './remove-passkey.ts';

const forResidents = { scope: null, callers: 'resident' } as const;
const notAdmitted = ['resident_former', 'resident_disabled'] as const;

/** Routes with which residents manage their own passkeys. */
export function passkeyRoutes(passkeys: Passkeys): Route[] {
  return [
    defineRoute({
      ...forResidents,
      method: 'get',
      path: '/api/v1/me/passkeys',
      operationId: 'listPasskeys',
      summary: 'List my passkeys',
      description: 'Returns the passkeys of the person, which work at all companies.',
      query: pageQuery(['createdAt']),
      response: listEnvelope('passkeys', Passkey),
      codes: { 403: notAdmitted },
      run: async ({ ctx, query }) => {
        const { _id: accountId } = await loadAccount(ctx);
        const { rows, ...page } = await listRows(PasskeyModel, { accountId }, query);
        return ok({ passkeys: rows.map(presentPasskey), ...page });
      },
    }),
    defineRoute({
      ...forResidents,
      method: 'post',
      path: '/api/v1/me/passkeys/options',
      operationId: 'requestPasskeyOptions',
      summary: 'Request options for a new passkey',
      description:
        'Pass `options` to `navigator.credentials.create()`, then add the result. It needs a log-in of the last 15 minutes or the password, otherwise 403 `login_too_old`. A wrong password is 403 `invalid_current_password`, and counts as a failed log-in. A person who signs in through the identity provider alone signs in again instead. A person has at most 10 passkeys (409 `passkey_limit_reached`), and requests options at most 20 times in 15 minutes. Passkeys belong to the host name of the portal.',
      body: PreparePasskey,
      response: z.object({ options: CreationOptions, challengeId: ChallengeId }),
      codes: {
        403: ['login_too_old', 'invalid_current_password', ...notAdmitted],
        409: ['passkey_limit_reached'],
      },
      run: async ({ ctx, body }) => ok(await preparePasskey(ctx, passkeys, body)),
    }),
    defineRoute({
      ...forResidents,
      method: 'post',
      path: '/api/v1/me/passkeys',
      operationId: 'addPasskey',
      summary: 'Add a passkey',
      description:
        'Adds the credential that the options created, in the session that requested them. The person gets a mail about it. Challenges work once, for 5 minutes: later ones are 422 with `challenge_ended` in `errors`. A credential that does not answer the challenge is 422 with `credential_invalid`. The authenticator must verify the person (PIN or biometrics). Attestation statements are ignored. A new password set by a reset link removes all passkeys; a changed one keeps them.',
      body: AddPasskey,
      status: [201],
      response: z.object({ passkey: Passkey }),
      check: ({ ctx, body: { challengeId } }) =>
        challengeId === undefined ? undefined : checkChallenge(ctx, ofRegistration(ctx, challengeId)),
      codes: { 403: notAdmitted, 409: ['already_exists', 'passkey_limit_reached'] },
      run: async ({ ctx, body }) =>
        created({ passkey: presentPasskey(await addPasskey(ctx, passkeys.party, body)) }),
    }),
    defineRoute({
      ...forResidents,
      method: 'delete',
      path: '/api/v1/me/passkeys/{id}',
      operationId: 'deletePasskey',
      summary: 'Remove a passkey',
      description: 'The passkey no longer signs in. Sessions that it has started continue.',
      params: { id: idSchema('passkey') },
      codes: { 403: notAdmitted },
      run: async ({ ctx, params: { id } }) => {
        await removePasskey(ctx, id);
        return noContent();
      },
    }),
  ];
}
