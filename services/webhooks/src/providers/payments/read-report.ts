import type { BillingMark, TenantRow } from '@pas/shared/models/tenant';
import { z } from 'zod';

type Status = TenantRow['billing']['status'];

/** An id, or the whole object with the id. */
const Reference = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]);

const Seconds = z.int().min(0).max(9_999_999_999);

/** The subscription of an invoice in newer versions of the provider's API. */
const InvoiceParent = z.object({
  subscription_details: z.object({ subscription: Reference.nullish() }).nullish(),
});

/** The ends of periods in newer versions of the provider's API. */
const Items = z.object({ data: z.array(z.object({ current_period_end: Seconds.nullish() })) });

const Event = z.object({
  type: z.string(),
  created: Seconds,
  data: z.object({
    object: z.looseObject({
      id: z.string().max(255),
      customer: Reference.nullish(),
      subscription: Reference.nullish(),
      status: z.string().nullish(),
      current_period_end: Seconds.nullish(),
      parent: InvoiceParent.nullish().catch(null),
      items: Items.nullish().catch(null),
      amount_paid: z.number().nullish().catch(null),
    }),
  }),
});
type Event = z.output<typeof Event>;

/** The content of an event about a customer. */
export interface CustomerReport {
  customerId: string;
  /** Null if the customer was deleted, with all subscriptions. */
  mark: BillingMark | null;
  created: number;
}

/** The known statuses of the provider. Others may exist. */
const statuses: ReadonlyMap<string, Status> = new Map(
  Object.entries<Status>({
    trialing: 'TRIALING',
    active: 'ACTIVE',
    past_due: 'PAST_DUE',
    unpaid: 'PAST_DUE',
    incomplete: 'PAST_DUE',
    paused: 'PAST_DUE',
    incomplete_expired: 'CANCELED',
    canceled: 'CANCELED',
  }),
);

/** Ranks of events of the same second: the higher rank is later. */
const ranks: ReadonlyMap<string, number> = new Map(
  Object.entries({
    'customer.subscription.created': 0,
    'customer.subscription.updated': 2,
    'customer.subscription.resumed': 3,
    'customer.subscription.paused': 3,
    'customer.subscription.deleted': 4,
    'invoice.payment_failed': 1,
    'invoice.paid': 1,
  }),
);

/** Returns the status after an event. A paid invoice of zero, such as that of a trial, proves no payment. */
function statusOf({ type, data }: Event): Status | undefined {
  if (type === 'customer.subscription.deleted') return 'CANCELED';
  if (type === 'invoice.paid') return data.object.amount_paid === 0 ? undefined : 'ACTIVE';
  if (type === 'invoice.payment_failed') return 'PAST_DUE';
  return statuses.get(data.object.status ?? '');
}

/** Returns the subscription of an event. */
const subscriptionOf = ({ type, data: { object } }: Event): string | null | undefined =>
  type.startsWith('invoice.')
    ? (object.subscription ?? object.parent?.subscription_details?.subscription)
    : object.id;

/** Returns the end of a subscription's period in seconds, the latest if its items differ. */
function endOf({ data: { object } }: Event): number | null {
  const ends = object.items?.data.flatMap(({ current_period_end: end }) => end ?? []) ?? [];
  return object.current_period_end ?? (ends.length === 0 ? null : Math.max(...ends));
}

function readMark(event: Event): BillingMark | null {
  const { type, created } = event;
  const rank = ranks.get(type);
  const status = statusOf(event);
  const subscriptionId = subscriptionOf(event);
  if (rank === undefined || status === undefined || !subscriptionId) return null;
  const end = endOf(event);
  return { subscriptionId, created, rank, status, currentPeriodEnd: end ? new Date(end * 1000) : null };
}

/** Reads a payments event about a customer; null for an event without effect on billing. */
export function readReport(body: unknown): CustomerReport | null {
  const { data: event } = Event.safeParse(body);
  if (!event) return null;
  const { created, data } = event;
  if (event.type === 'customer.deleted') return { customerId: data.object.id, mark: null, created };
  const mark = readMark(event);
  const { customer } = data.object;
  return mark && customer ? { customerId: customer, mark, created } : null;
}
