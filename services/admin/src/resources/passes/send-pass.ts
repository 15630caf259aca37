import { insertRows } from '@pas/platform/mongo/insert-rows';
import { newOutgoingMessage } from '@pas/shared/models/new-outgoing-message';
import { OutgoingMessageModel } from '@pas/shared/models/outgoing-message';
import { commit, type Change } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { newId } from '@pas/shared/ids/id';
import { AccessPassModel, type AccessPassRow, type PassDelivery } from '@pas/shared/models/access-pass';
import type { Channel } from '@pas/shared/models/invite';
import { countMessages } from '@pas/shared/recipients/count-messages';
import { chooseMessages, type PassMessageTo } from './choose-messages.ts';
import { loadPass } from './load-pass.ts';
import type { SendPass } from './pass-requests.schema.ts';
import type { PassGroup } from './pass.schema.ts';
import { requireLivePass } from './require-live-pass.ts';

/** Number of deliveries that a holder keeps. The limits of a recipient allow fewer in a day. */
const keptDeliveries = 20;

/** A new delivery and its holder. */
interface NewDelivery {
  passId: string;
  delivery: PassDelivery;
}

const isQueued = ({ holder: { deliveries }, channel }: PassMessageTo): boolean =>
  deliveries?.some((delivery) => delivery.channel === channel && delivery.status === 'QUEUED');

const newDelivery = ({ holder, channel }: PassMessageTo, at: Date): NewDelivery => ({
  passId: holder._id,
  delivery: { id: newId('delivery'), channel, status: 'QUEUED', error: null, providerMessageId: null, at },
});

/** Adds deliveries to their holders by one statement. They do not change the pass itself, so its version stays. */
async function store(
  { tenantId }: OperationContext,
  { session }: Change,
  added: ReadonlyMap<string, PassDelivery[]>,
): Promise<void> {
  const updates = [...added].map(([_id, $each]) => ({
    updateOne: {
      filter: { _id, tenantId, isLive: true },
      update: { $push: { deliveries: { $each, $slice: -keptDeliveries } } },
    },
  }));
  await AccessPassModel.bulkWrite(updates, { session });
}

interface SendRequest extends SendPass {
  id: string;
}

/**
 * Checks a request whose other fields have problems.
 *
 * @throws not_found, invalid (`contact_missing`, `channel_unavailable`, `premium_number`)
 */
export async function checkSending(
  ctx: OperationContext,
  availableChannels: readonly Channel[],
  { id, ...asked }: SendRequest,
): Promise<void> {
  chooseMessages(await loadPass(ctx, id), availableChannels, asked);
}

/**
 * Queues the link of a live pass to its holders. A contact whose message is still queued gets no second one. A worker
 * sends the messages; a crash loses none.
 *
 * @param availableChannels the channels with a carrier
 * @throws not_found, conflict (`pass_ended`), rate_limited (`recipient_limit_reached`)
 * @throws invalid (`contact_missing`, `channel_unavailable`, `premium_number`)
 */
export async function sendPass(
  ctx: OperationContext,
  availableChannels: readonly Channel[],
  { id, ...asked }: SendRequest,
): Promise<PassGroup> {
  return commit(ctx, async (change) => {
    const group = await loadPass(ctx, id, change.session);
    const messages = chooseMessages(group, availableChannels, asked);
    requireLivePass(group[0], ctx.now);
    const open = messages.filter((message) => !isQueued(message));
    if (open.length === 0) return group;
    await countMessages(ctx, change, open);
    const added = open.map((message) => newDelivery(message, ctx.now));
    const byHolder = new Map<string, PassDelivery[]>();
    for (const { passId, delivery } of added)
      byHolder.set(passId, [...(byHolder.get(passId) ?? []), delivery]);
    await store(ctx, change, byHolder);
    const queued = added.map(({ passId, delivery: { id: _id, channel } }) =>
      newOutgoingMessage(ctx, { _id, channel, passId }),
    );
    await insertRows(OutgoingMessageModel, queued, change.session);
    const targets = [...new Set([group[0]._id, ...byHolder.keys()])];
    change.record({
      action: 'access_pass.sent',
      targets: targets.map((target) => ({ type: 'access_pass', id: target })),
      propertyIds: [group[0].propertyId],
    });
    const withAdded = (row: AccessPassRow): AccessPassRow => ({
      ...row,
      deliveries: [...(row.deliveries ?? []), ...(byHolder.get(row._id) ?? [])].slice(-keptDeliveries),
    });
    const [first, ...others] = group;
    return [withAdded(first), ...others.map(withAdded)];
  });
}
