import { waitUntil } from '@pas/testing/wait-until';
import { expect } from 'vitest';
import type { SharedSystem } from '../shared-system/use-system.ts';
import type { AuditRecord, PropertyManager } from './property-manager.ts';

/** The processes of the webhooks service. */
const replicas = ['webhooks-1', 'webhooks-2'];

/** A call in which a resident opened the door by a digit. */
interface OpeningCall {
  callId: string;
  residentId: string;
  /** The provider's name in the audit. */
  name: string;
}

async function recordsOf(manager: PropertyManager, callId: string): Promise<AuditRecord[]> {
  return waitUntil(
    async () => {
      const { auditRecords } = await manager.listAudit({ targetId: callId, sort: 'seq' });
      return auditRecords.length >= 4 ? auditRecords : null;
    },
    { what: 'the audit of the call' },
  );
}

/**
 * Expects audit records of a call with their actors. Each correlation id must also be in the log of the
 * webhooks service.
 */
export async function expectCallAudit(
  { manager, system }: { manager: PropertyManager; system: SharedSystem },
  { callId, residentId, name }: OpeningCall,
): Promise<void> {
  const records = await recordsOf(manager, callId);
  const byAction = Object.fromEntries(records.map((each) => [each.action, each]));
  expect(byAction).toMatchObject({
    'call.started': { actor: { type: 'WEBHOOK', name } },
    'call.answered': { actor: { type: 'WEBHOOK', name }, changes: [{ after: residentId }] },
    'access_point.unlocked': {
      actor: { type: 'RESIDENT', id: residentId, name: expect.any(String) as string },
      changes: [{ path: 'method', after: 'DTMF' }],
    },
    'call.ended': { changes: [{ path: 'outcome', after: 'DOOR_OPENED' }] },
  });
  expect(records).toHaveLength(4);
  const { targets } = byAction['access_point.unlocked'] as AuditRecord;
  expect(targets.map(({ type }) => type)).toEqual(['access_point', 'call', 'unit', 'unlock_attempt']);
  for (const { context } of records) {
    expect(context.service).toBe('webhooks');
    const lines = () => replicas.flatMap((replica) => system.logOf(replica, context.correlationId));
    await waitUntil(() => lines().some(({ path }) => path?.startsWith('/telephony-')), {
      what: 'the line of the webhook in the log',
    });
  }
}
