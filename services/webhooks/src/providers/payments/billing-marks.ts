import type { BillingMark, TenantRow } from '@pas/shared/models/tenant';

type Billing = TenantRow['billing'];

/** What an event says of a subscription. */
export interface SubscriptionReport extends BillingMark {
  subscriptionId: string;
}

/** So many subscriptions of a customer are told apart. */
const maxMarks = 20;

/** Whether a report is newer than what is known: by the time of the event, then by the kind of the event. */
const isNewer = (report: BillingMark, known: BillingMark): boolean =>
  report.created === known.created ? report.rank > known.rank : report.created > known.created;

/**
 * Adds a report to what is known of the customer's subscriptions.
 *
 * @returns null where the report is no news
 */
export function addReport(marks: readonly BillingMark[], report: SubscriptionReport): BillingMark[] | null {
  const known = marks.find(({ subscriptionId }) => subscriptionId === report.subscriptionId);
  if (known && !isNewer(report, known)) return null;
  const others = marks.filter((mark) => mark !== known);
  // An invoice does not say when the period of its subscription ends.
  const currentPeriodEnd = report.currentPeriodEnd ?? known?.currentPeriodEnd ?? null;
  return [...others, { ...report, currentPeriodEnd }]
    .toSorted((a, b) => b.created - a.created)
    .slice(0, maxMarks);
}

/** The billing of a customer: of the subscription that goes on, the newest first, else of the one that ended last. */
export function billingOf(marks: readonly BillingMark[], billing: Billing): Billing {
  const current = marks.find(({ status }) => status !== 'CANCELED') ?? marks[0];
  if (!current) return billing;
  const { status, subscriptionId, currentPeriodEnd } = current;
  return { ...billing, status, subscriptionId, currentPeriodEnd };
}
