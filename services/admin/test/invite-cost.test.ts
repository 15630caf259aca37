import { statementsOf } from '@pas/testing/statements-of';
import { expect, test } from 'vitest';
import { newTenantCaller, onboardingBySms, startAdmin } from './admin-harness.ts';
import { inviteSupport } from './invite-support.ts';

const admin = await startAdmin({ onboarding: onboardingBySms });
const caller = await newTenantCaller();
const { newUnit, invite, post } = await inviteSupport(admin, caller);

const costOf = (work: () => Promise<{ status: number }>) =>
  statementsOf(async () => {
    expect((await work()).status).toBeLessThan(300);
  });

const contacts = { inviteeEmail: 'costs@example.test', inviteePhone: '+12025550123' };
const dispatched = { 'update recipient_quotas': 1, 'insert outgoing_messages': 1 };
const created = {
  'find properties': 2,
  'find invites': 1,
  'find users': 1,
  'find virtual_numbers': 1,
  'insert invites': 1,
  'update units': 1,
  'insert audit_personal_values': 1,
  'insert outbox': 1,
  commitTransaction: 1,
};

test.each([
  ['nothing', undefined, created],
  ['a mail', ['EMAIL'], { ...created, ...dispatched }],
  ['a mail and a text', ['EMAIL', 'SMS'], { ...created, ...dispatched }],
])(
  'an invite that sends %s: its messages are counted by one statement',
  async (_what, dispatch, expected) => {
    // The first call of a test reads the tenant.
    await invite({ unitId: await newUnit(), ...contacts });
    const body = { unitId: await newUnit(), ...contacts, dispatch };
    expect(await costOf(async () => invite(body))).toEqual(expected);
  },
);

test('a dispatch is five statements and the count, a repeat of it one read', async () => {
  const { body } = await invite({ unitId: await newUnit(), ...contacts });
  const dispatch = () => post(`onboarding/invites/${body.invite.id}/dispatch`, {});
  expect(await costOf(dispatch)).toEqual({
    'find invites': 1,
    'update invites': 1,
    ...dispatched,
    'insert outbox': 1,
    commitTransaction: 1,
  });
  expect(await costOf(dispatch)).toEqual({ 'find invites': 1, commitTransaction: 1 });
});
