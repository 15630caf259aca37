import { leaveToSweeper } from '@pas/platform/events/committed-events';
import { createLogger } from '@pas/platform/log/logger';
import { insertRows } from '@pas/platform/mongo/insert-rows';
import { commit } from '@pas/shared/change/commit';
import { workContext } from '@pas/shared/context/work-context';
import { newId } from '@pas/shared/ids/id';
import { queueMessages } from '@pas/shared/invites/queue-messages';
import { InviteModel, type Channel, type Delivery, type InviteRow } from '@pas/shared/models/invite';
import { newProperty } from '@pas/shared/models/new-property';
import { newUnit } from '@pas/shared/models/new-unit';
import { PropertyModel } from '@pas/shared/models/property';
import { TenantModel, type TenantRow } from '@pas/shared/models/tenant';
import { UnitModel } from '@pas/shared/models/unit';
import { inviteRow, tenantRow, testLinks, testPasses } from '@pas/testing/rows';
import { createMailTurns } from '../src/dispatch/mail-turns.ts';
import { createMailer } from '../src/dispatch/mailer.ts';
import type { Carriers } from '../src/dispatch/carriers.ts';
import { createSendMessage } from '../src/dispatch/send-message.ts';
import { startSender, type RunningSender } from '../src/dispatch/start-sender.ts';
import { createTelephonyA } from '../src/dispatch/telephony/telephony-a.ts';
import { createTelephonyB } from '../src/dispatch/telephony/telephony-b.ts';
import { createTextSender } from '../src/dispatch/telephony/text-sender.ts';
import { telephony, type TestCarriers } from './sandbox-process.ts';

const log = createLogger({ service: 'admin', environment: 'TEST', level: 'silent' });
const worker = { service: 'admin', name: 'Test', environment: 'TEST', events: leaveToSweeper, log };

/** Adds a unit of a new tenant, at a property in UTC. */
export async function addPlace(settings: Partial<TenantRow['settings']> = {}) {
  const tenant = tenantRow();
  await TenantModel.insertMany([{ ...tenant, settings: { ...tenant.settings, ...settings } }]);
  const ctx = workContext(worker, tenant._id);
  const property = newProperty(ctx, { name: 'Maple Court', timeZone: 'UTC' });
  const unit = newUnit(ctx, { propertyId: property._id, label: 'Apt 4B' });
  await PropertyModel.insertMany([property]);
  await UnitModel.insertMany([unit]);
  return { tenantId: tenant._id, propertyId: property._id, unit };
}

export type Place = Awaited<ReturnType<typeof addPlace>>;

/** Returns a delivery of an invite's first token. */
export const deliveryTo = (channel: Channel, to: string, fields: Partial<Delivery> = {}): Delivery => ({
  id: newId('delivery'),
  channel,
  kind: 'INVITE',
  to,
  status: 'QUEUED',
  error: null,
  providerMessageId: null,
  tokenVersion: 1,
  at: new Date(),
  ...fields,
});

/** Stores invites with one queued delivery each, and queues their messages. */
export async function queueTo(
  { tenantId, unit }: Place,
  channel: Channel,
  contacts: readonly string[],
  fields: Partial<InviteRow> = {},
): Promise<string[]> {
  const rows = contacts.map((to) => inviteRow(unit, { ...fields, deliveries: [deliveryTo(channel, to)] }));
  await insertRows(InviteModel, rows, null);
  const queued = rows.map((invite) => ({ invite, added: invite.deliveries }));
  const ctx = workContext(worker, tenantId);
  await commit(ctx, async (change) => queueMessages(ctx, change, queued));
  return rows.map(({ _id }) => _id);
}

/** Returns the only delivery of a stored invite. */
export async function deliveryOf(
  { tenantId }: Place,
  inviteId: string | undefined,
): Promise<Delivery | undefined> {
  const invite = await InviteModel.findOne({ _id: inviteId ?? '', tenantId }).lean<InviteRow>();
  return invite?.deliveries[0];
}

type Options = Partial<Pick<Carriers, 'retry'>> & {
  provider?: 'TELEPHONY_A' | 'TELEPHONY_B';
  apiSecret?: string;
  smtpUrl?: string;
  /** Silence of the mail server after which a mail counts as stalled, in milliseconds. */
  patienceMs?: number;
};

/** Starts senders of both channels with the sandbox as carrier. */
export function startSenders(carriers: Pick<TestCarriers, 'smtpUrl' | 'sandboxUrl'>, options: Options = {}) {
  const { provider = 'TELEPHONY_A', apiSecret = telephony.apiSecret, smtpUrl = carriers.smtpUrl } = options;
  const { sandboxUrl } = carriers;
  const a = createTelephonyA({
    apiUrl: `${sandboxUrl}/telephony-a/v1`,
    accountId: telephony.accountId,
    apiSecret,
    from: '+12125550100',
    receiptsUrl: 'http://hooks.test',
  });
  const b = createTelephonyB({
    apiUrl: `${sandboxUrl}/telephony-b/v2`,
    apiKey: telephony.apiKey,
    from: '+12125550101',
    receiptsUrl: null,
  });
  const mailer = createMailer(smtpUrl, 'Property Access <no-reply@access.test>');
  const retry = options.retry ?? { firstMs: 50, maxMs: 200, giveUpMs: 60_000 };
  const texts = createTextSender({ usual: provider, byProvider: { TELEPHONY_A: a, TELEPHONY_B: b } });
  const turns = createMailTurns(options);
  const send = createSendMessage({ log, links: testLinks, passes: testPasses, mailer, texts, retry }, turns);
  const common = { environment: 'TEST', events: leaveToSweeper, log, send, everyMs: 50 };
  const senders: RunningSender[] = [
    startSender({ ...common, channel: 'EMAIL', isFull: (tenantId) => turns.isFull(tenantId) }),
    startSender({ ...common, channel: 'SMS' }),
  ];
  return {
    async stop(): Promise<void> {
      await Promise.all(senders.map((sender) => sender.stop()));
      mailer.close();
    },
  };
}
