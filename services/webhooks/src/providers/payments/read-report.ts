import type { BillingMark, TenantRow } from '@pas/shared/models/tenant';
import { z } from 'zod';

type Status = TenantRow['billing']['status'];

/** An id, or the whole object with the id. */
const Reference = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]);

const Seconds = z.int().min(0).max(9_999_999_999);

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
    }),
  }),
});
type Event = z.output<typeof Event>;

/** What an event says of a customer. */
export interface CustomerReport {
  customerId: string;
  /** Null: the customer is gone, with all subscriptions. */
  mark: BillingMark | null;
  created: number;
}

/** The provider's statuses, of which there may be more. */
const statuses: Readonly<Partial<Record<string, Status>>> = {
  trialing: 'TRIALING',
  active: 'ACTIVE',
  past_due: 'PAST_DUE',
  unpaid: 'PAST_DUE',
  incomplete: 'PAST_DUE',
  paused: 'PAST_DUE',
  incomplete_expired: 'CANCELED',
  canceled: 'CANCELED',
};

/** Of two events of one second, the one with the higher rank is the later one. */
const ranks: Readonly<Partial<Record<string, number>>> = {
  'customer.subscription.created': 0,
  'customer.subscription.updated': 2,
  'customer.subscription.resumed': 3,
  'customer.subscription.paused': 3,
  'customer.subscription.deleted': 4,
  'invoice.payment_failed': 1,
  'invoice.paid': 1,
};

function statusOf({ type, data }: Event): Status | undefined {
  if (type === 'customer.subscription.deleted') return 'CANCELED';
  if (type === 'invoice.paid') return 'ACTIVE';
  if (type === 'invoice.payment_failed') return 'PAST_DUE';
  return statuses[data.object.status ?? ''];
}

function readMark(event: Event): BillingMark | null {
  const { type, created, data } = event;
  const rank = ranks[type];
  const status = statusOf(event);
  const subscriptionId = type.startsWith('invoice.') ? data.object.subscription : data.object.id;
  if (rank === undefined || status === undefined || !subscriptionId) return null;
  const { current_period_end: end } = data.object;
  return { subscriptionId, created, rank, status, currentPeriodEnd: end ? new Date(end * 1000) : null };
}

/** Reads what a payments event says of a customer; null for one that concerns nobody's billing. */
export function readReport(body: unknown): CustomerReport | null {
  const { data: event } = Event.safeParse(body);
  if (!event) return null;
  const { created, data } = event;
  if (event.type === 'customer.deleted') return { customerId: data.object.id, mark: null, created };
  const mark = readMark(event);
  const { customer } = data.object;
  return mark && customer ? { customerId: customer, mark, created } : null;
}
