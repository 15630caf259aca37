import { randomUUID } from 'node:crypto';
import { createResidentClient, type ResidentClient } from '@pas/client';
import { runImport } from '../run-import.ts';
import { TriggerError } from '../sandbox-client.ts';
import type { Trigger, TriggerApi, TriggeredResource } from './trigger.ts';
import { advanceClock } from './advance-clock.ts';
import { ensureProperty, ensureUnit, newPerson } from './trigger-place.ts';

async function createInvite(
  { client }: TriggerApi,
  more: { dispatch?: 'EMAIL'[]; expiresInHours?: number } = {},
) {
  const unitId = await ensureUnit(client, 'Trigger 1');
  const { email: inviteeEmail, firstName: inviteeName } = newPerson();
  return client.onboarding.invites.create({ unitId, inviteeEmail, inviteeName, ...more });
}

const invited = ({ id }: { id: string }): TriggeredResource => ({ type: 'invite', id });

/** Signs up with a new invite, as a resident does. */
async function acceptInvite(api: TriggerApi): Promise<{ inviteId: string; resident: ResidentClient }> {
  const { id: inviteId, token: inviteToken, inviteUrl } = await createInvite(api);
  if (inviteToken === null || inviteUrl === null)
    throw new TriggerError('The key does not see the token of its invite. It needs onboarding:write.');
  const resident = createResidentClient({ baseUrl: new URL(inviteUrl).origin });
  const { firstName, lastName } = newPerson();
  await resident.auth.signUp({ inviteToken, password: randomUUID(), firstName, lastName });
  return { inviteId, resident };
}

async function createResident({ client }: TriggerApi): Promise<{ userId: string; unitId: string }> {
  const unitId = await ensureUnit(client, 'Trigger 1');
  const { id } = await client.users.create({ kind: 'RESIDENT', ...newPerson(), residence: { unitId } });
  return { userId: id, unitId };
}

/** Triggers of invites, residents, imports and reports. */
export const onboardingTriggers = {
  'invite.created': {
    summary: 'creates an invite',
    run: async (api) => invited(await createInvite(api)),
  },
  'invite.dispatched': {
    summary: 'creates an invite and sends it by e-mail',
    run: async (api) => invited(await createInvite(api, { dispatch: ['EMAIL'] })),
  },
  'invite.accepted': {
    summary: 'creates an invite and signs up with it',
    run: async (api) => invited({ id: (await acceptInvite(api)).inviteId }),
  },
  'invite.expired': {
    summary: 'creates an invite of one hour, and advances the test clock of the tenant by it',
    waitSeconds: 90,
    run: async (api) => {
      const invite = await createInvite(api, { expiresInHours: 1 });
      await advanceClock(api.client, invite.expiresAt);
      return invited(invite);
    },
  },
  'resident.moved_in': {
    summary: 'creates a resident of a unit',
    run: async (api) => ({ type: 'user', id: (await createResident(api)).userId }),
  },
  'resident.moved_out': {
    summary: 'creates a resident and moves them out',
    run: async (api) => {
      const { userId, unitId } = await createResident(api);
      await api.client.users.moveOut(userId, { unitId });
      return { type: 'user', id: userId };
    },
  },
  'report.created': {
    summary: 'signs up a resident, who reports a broken door',
    run: async (api) => {
      const { resident } = await acceptInvite(api);
      const { id } = await resident.me.reports.create({
        kind: 'DOOR',
        text: 'The main door does not close.',
      });
      return { type: 'report', id };
    },
  },
  'import.completed': {
    summary: 'plans and commits an import of three residents',
    run: async ({ client }) => {
      const { id } = await runImport(client, { propertyId: await ensureProperty(client) });
      return { type: 'import', id };
    },
  },
} satisfies Record<string, Trigger>;
