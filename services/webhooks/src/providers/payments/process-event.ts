import { runForEach } from '@pas/platform/background/run-for-each';
import { fieldChanges } from '@pas/shared/audit/field-changes';
import { commitControl } from '@pas/shared/change/commit';
import { TenantModel, type BillingMark, type TenantRow } from '@pas/shared/models/tenant';
import {
  jsonOf,
  receiptContext,
  type ProcessingDependencies,
  type ProcessReceipt,
  type Receipt,
} from '../../processing/receipt.ts';
import { addReport, billingOf } from './billing-marks.ts';
import { readReport, type CustomerReport } from './read-report.ts';

/** Ends all subscriptions of a deleted customer. */
const endAll = (marks: readonly BillingMark[], created: number): BillingMark[] =>
  marks.map((mark) => ({ ...mark, status: 'CANCELED', created: Math.max(mark.created, created), rank: 9 }));

/** Returns the fields that a report changes; null for a report before the known one or before the deletion. */
function fieldsAfter(
  { billingMarks, deletedCustomer }: TenantRow,
  { customerId, mark, created }: CustomerReport,
): (Partial<Pick<TenantRow, 'deletedCustomer'>> & Pick<TenantRow, 'billingMarks'>) | null {
  if (deletedCustomer?.customerId === customerId && created <= deletedCustomer.created) return null;
  if (!mark) return { billingMarks: endAll(billingMarks, created), deletedCustomer: { customerId, created } };
  const marks = addReport(billingMarks, mark);
  return marks && { billingMarks: marks };
}

/** Changes the billing state of a tenant. No other rule reads this state, so a tenant in arrears keeps its doors. */
async function applyReport(
  processing: ProcessingDependencies,
  { receipt, tenantId, report }: { receipt: Receipt; tenantId: string; report: CustomerReport },
): Promise<void> {
  const ctx = receiptContext(processing, receipt, tenantId);
  await commitControl(ctx, async (change) => {
    const { session } = change;
    const row = await TenantModel.findOne({ _id: tenantId, isLive: true }).session(session).lean<TenantRow>();
    const after = row && fieldsAfter(row, report);
    if (!after) return;
    const billing = billingOf(after.billingMarks, row.billing);
    const changes = fieldChanges(row, { ...row, billing }, { fields: ['billing'] });
    if (changes.length === 0) {
      await TenantModel.updateOne({ _id: tenantId }, { $set: after }, { session });
      return;
    }
    const version = row.version + 1;
    change.record({ action: 'tenant.billing_updated', targets: [{ type: 'tenant', id: tenantId }], changes });
    change.publish({
      type: 'pas.v1.billing.tenant.updated',
      subject: tenantId,
      data: { aggregateVersion: version, status: billing.status },
    });
    const saved = { ...after, billing, version, updatedAt: ctx.now };
    await TenantModel.updateOne({ _id: tenantId }, { $set: saved }, { session });
  });
}

/**
 * Sets the billing state of the tenants of a customer. The time of the event decides, so the state never moves
 * backwards.
 */
export const processPayments: ProcessReceipt = async (processing, receipt) => {
  const report = readReport(jsonOf(receipt));
  if (!report) return 'IGNORED';
  const named = { 'billing.customerId': report.customerId, isLive: true };
  const tenants = await TenantModel.find(named, { _id: 1 }).lean<Pick<TenantRow, '_id'>[]>();
  if (tenants.length === 0) return 'IGNORED';
  await runForEach(tenants, async ({ _id: tenantId }) =>
    applyReport(processing, { receipt, tenantId, report }),
  );
  return 'PROCESSED';
};
