import { expect, test } from 'vitest';

import { DeviceModel } from '@pas/shared/models/device';
import { AccessPassModel } from '@pas/shared/models/access-pass';
import { AccessPointModel } from '@pas/shared/models/access-point';
import { CallModel } from '@pas/shared/models/call';
import { ControllerKeyModel } from '@pas/shared/models/controller-key';
import { ErasureModel } from '@pas/shared/models/erasure';
import { ImportModel } from '@pas/shared/models/import';
import { InviteModel } from '@pas/shared/models/invite';
import { OutgoingMessageModel } from '@pas/shared/models/outgoing-message';
import { TestClockModel } from '@pas/shared/models/test-clock';
import { UnlockAttemptModel } from '@pas/shared/models/unlock-attempt';
import { WebhookAttemptModel } from '@pas/shared/models/webhook-attempt';
import { WebhookEndpointModel } from '@pas/shared/models/webhook-endpoint';
import { AlertMailModel } from '@pas/shared/models/alert-mail';
import { UnitModel } from '@pas/shared/models/unit';
import { UserModel } from '@pas/shared/models/user';
import { VirtualNumberModel } from '@pas/shared/models/virtual-number';
import { MigrationFindingModel } from '@pas/platform/migrations/migration-finding';
import { crossTenantReads } from '@pas/platform/mongo/cross-tenant';
import { useDatabases } from '@pas/testing/test-databases';

await useDatabases();

const now = new Date();

/** The query of each listed look-up, with a copy of its reader's filter. */
const lookUps: Record<string, () => PromiseLike<unknown>> = {
  'invite-by-token': () => invites('invite-by-token', { tokenHash: 'x' }),
  'invite-by-past-token': () => invites('invite-by-past-token', { pastTokenHashes: 'x' }),
  'expired-invites': () => invites('expired-invites', { status: 'PENDING', expiresAt: { $lte: now } }),
  'pass-by-message': () =>
    AccessPassModel.find({ 'deliveries.providerMessageId': 'x' })
      .setOptions({ crossTenant: 'pass-by-message' })
      .explain('queryPlanner'),
  'invite-by-message': () => invites('invite-by-message', { 'deliveries.providerMessageId': 'x' }),
  'number-in-service': () =>
    VirtualNumberModel.find({ number: 'x', isInService: true })
      .setOptions({ crossTenant: 'number-in-service' })
      .explain('queryPlanner'),
  'call-by-provider': () =>
    CallModel.find({ provider: 'TELEPHONY_A', providerCallId: 'x' })
      .setOptions({ crossTenant: 'call-by-provider' })
      .explain('queryPlanner'),
  'call-by-id': () =>
    CallModel.find({ _id: 'x', provider: 'TELEPHONY_B' })
      .setOptions({ crossTenant: 'call-by-id' })
      .explain('queryPlanner'),
  'silent-calls': () =>
    CallModel.find({
      'flow.phase': { $in: ['ASKING', 'RINGING', 'ANSWERED'] },
      updatedAt: { $lte: now },
      $or: [{ status: 'RINGING' }, { updatedAt: { $lte: now } }],
    })
      .setOptions({ crossTenant: 'silent-calls' })
      .explain('queryPlanner'),
  'due-reminders': () =>
    invites('due-reminders', { status: 'PENDING', reminderDueAt: { $type: 'date', $lte: now } }),
  'device-by-token': () =>
    DeviceModel.find({ tokenHash: 'x', isLive: true })
      .setOptions({ crossTenant: 'device-by-token' })
      .explain('queryPlanner'),
  'unseen-devices': () =>
    DeviceModel.find({ status: 'ACTIVE', lastSeenAt: { $lte: now } })
      .setOptions({ crossTenant: 'unseen-devices' })
      .explain('queryPlanner'),
  'test-clocks': () =>
    TestClockModel.find({ isLive: true }).setOptions({ crossTenant: 'test-clocks' }).explain('queryPlanner'),
  'advancing-clocks': () =>
    TestClockModel.find({ status: 'ADVANCING', advancedAt: { $lte: now } })
      .setOptions({ crossTenant: 'advancing-clocks' })
      .explain('queryPlanner'),
  'due-messages': () =>
    OutgoingMessageModel.find({ channel: 'EMAIL', dueAt: { $lte: now } })
      .setOptions({ crossTenant: 'due-messages' })
      .explain('queryPlanner'),
  'expired-attempts': () =>
    UnlockAttemptModel.find({ status: 'PENDING', expiresAt: { $lte: now } })
      .setOptions({ crossTenant: 'expired-attempts' })
      .explain('queryPlanner'),
  'controller-key': () =>
    ControllerKeyModel.find({ publicId: 'x' })
      .setOptions({ crossTenant: 'controller-key' })
      .explain('queryPlanner'),
  'pass-by-token': () =>
    AccessPassModel.find({ tokenHash: 'x' })
      .setOptions({ crossTenant: 'pass-by-token' })
      .explain('queryPlanner'),
  'ended-passes': () =>
    AccessPassModel.find({ isLive: true, endsAt: { $lte: now } })
      .setOptions({ crossTenant: 'ended-passes' })
      .explain('queryPlanner'),
  'silent-doors': () =>
    AccessPointModel.find({ online: true, lastSeenAt: { $lte: now } })
      .setOptions({ crossTenant: 'silent-doors' })
      .explain('queryPlanner'),
  'imports-by-status': () =>
    ImportModel.find({ status: { $in: ['VALIDATING'] } })
      .setOptions({ crossTenant: 'imports-by-status' })
      .sort({ expiresAt: 1 })
      .explain('queryPlanner'),
  'findings-of-migration': () =>
    MigrationFindingModel.find({ migration: 'x' })
      .setOptions({ crossTenant: 'findings-of-migration' })
      .explain('queryPlanner'),
  'due-residences': () => users('due-residences', { 'residences.dueAt': { $type: 'date', $lte: now } }),
  'users-of-account': () => users('users-of-account', { accountId: 'x', isLive: true }),
  'due-attempts': () =>
    WebhookAttemptModel.find({ status: 'PENDING', dueAt: { $lte: now } })
      .setOptions({ crossTenant: 'due-attempts' })
      .explain('queryPlanner'),
  'due-alerts': () =>
    AlertMailModel.find({ dueAt: { $lte: now } })
      .setOptions({ crossTenant: 'due-alerts' })
      .explain('queryPlanner'),
  'endpoints-to-recover': () =>
    WebhookEndpointModel.find({ recoverSince: { $type: 'date' } })
      .setOptions({ crossTenant: 'endpoints-to-recover' })
      .explain('queryPlanner'),
  'users-by-phone': () => users('users-by-phone', { phone: '+12025550123' }),
  'due-erasures': () => erasures('due-erasures', { dueAt: { $type: 'date', $lte: now } }),
  'all-erasures': () =>
    ErasureModel.find({ requestedAt: { $gte: new Date(0) } })
      .setOptions({ crossTenant: 'all-erasures' })
      .sort({ requestedAt: 1 })
      .explain('queryPlanner'),
  'rested-dial-codes': () =>
    UnitModel.find({ isLive: false, dialCode: { $gt: '' }, deletedAt: { $lte: now } })
      .setOptions({ crossTenant: 'rested-dial-codes' })
      .explain('queryPlanner'),
  'users-by-email': () => users('users-by-email', { emailKey: 'x', accountId: null, isLive: true }),
};

const invites = (purpose: string, filter: object) =>
  InviteModel.find(filter).setOptions({ crossTenant: purpose }).explain('queryPlanner');
const erasures = (purpose: string, filter: object) =>
  ErasureModel.find(filter).setOptions({ crossTenant: purpose }).explain('queryPlanner');
const users = (purpose: string, filter: object) =>
  UserModel.find(filter).setOptions({ crossTenant: purpose }).explain('queryPlanner');

test('each listed look-up has a query in this test', () => {
  expect(Object.keys(lookUps).toSorted()).toEqual([...crossTenantReads().keys()].toSorted());
});

test.each(Object.entries(lookUps))('%s uses its own index and no scan', async (purpose, lookUp) => {
  // Rejected plans name other indexes.
  const plan = JSON.stringify(await lookUp(), (key, value: unknown) =>
    key === 'rejectedPlans' ? undefined : value,
  );
  // MongoDB names the index of `_id` differently.
  const index = crossTenantReads()
    .get(purpose)
    ?.index.replace(/^_id_1$/, '_id_');
  expect(plan).toContain(`"indexName":"${index}"`);
  expect(plan).not.toContain('COLLSCAN');
});
