import type { BillingMark, TenantRow } from '@pas/shared/models/tenant';

type Billing = TenantRow['billing'];

/** The content of an event about a subscription. */
export interface SubscriptionReport extends BillingMark {
  subscriptionId: string;
}

/** Maximum number of subscriptions that are tracked for a customer. */
const maxMarks = 20;

/** Whether a report is newer than the known one, by the time and then by the kind of the event. */
const isNewer = (report: BillingMark, known: BillingMark): boolean =>
  report.created === known.created ? report.rank > known.rank : report.created > known.created;

/**
 * Adds a report to the known subscriptions of a customer.
 *
 * @returns null for an outdated report
 */
export function addReport(marks: readonly BillingMark[], report: SubscriptionReport): BillingMark[] | null {
  const known = marks.find(({ subscriptionId }) => subscriptionId === report.subscriptionId);
  if (known && !isNewer(report, known)) return null;
  const others = marks.filter((mark) => mark !== known);
  // An invoice has no end of the period of its subscription.
  const currentPeriodEnd = report.currentPeriodEnd ?? known?.currentPeriodEnd ?? null;
  return [...others, { ...report, currentPeriodEnd }]
    .toSorted((a, b) => b.created - a.created)
    .slice(0, maxMarks);
}

/** Returns the billing of a customer: that of the newest active subscription, or of the latest cancelled one. */
export function billingOf(marks: readonly BillingMark[], billing: Billing): Billing {
  const current = marks.find(({ status }) => status !== 'CANCELED') ?? marks[0];
  if (!current) return billing;
  const { status, subscriptionId, currentPeriodEnd } = current;
  return { ...billing, status, subscriptionId, currentPeriodEnd };
}
