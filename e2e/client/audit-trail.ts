import { waitUntil } from '@pas/testing/wait-until';
import type { AuditRecord, PropertyManager } from './property-manager.ts';
import type { Stores } from './stores.ts';

/** Waits for a number of records of one correlation id. Returns them with the number of submitted ones. */
export async function auditOf(
  manager: PropertyManager,
  stores: Stores,
  { correlationId, atLeast }: { correlationId: string; atLeast: number },
): Promise<{ records: AuditRecord[]; submitted: number }> {
  await stores.untilPublished(correlationId);
  const records = await waitUntil(
    async () => {
      const { auditRecords } = await manager.listAudit({ correlationId, sort: 'seq' });
      return auditRecords.length >= atLeast ? auditRecords : null;
    },
    { what: `${atLeast} audit records of ${correlationId}` },
  );
  const events = await stores.eventsIn('AUDIT');
  const submissions = events.filter(
    ({ type, correlationid }) => type === 'pas.v1.audit.record.submitted' && correlationid === correlationId,
  );
  return { records, submitted: submissions.length };
}
