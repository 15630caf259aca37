import { OutboxModel } from '@pas/platform/events/outbox';
import type { InviteRow } from '@pas/shared/models/invite';

/** A moment before every test. */
const past = new Date(Date.now() - 60_000);

const ended = (expiredReason: InviteRow['expiredReason']): Partial<InviteRow> => ({
  status: 'EXPIRED',
  expiredReason,
  pendingKey: null,
});

/** The states of an invite, each with the fields that differ from a pending one. */
export const inviteStates = {
  PENDING: {},
  'PENDING past its time': { expiresAt: past },
  ACCEPTED: { status: 'ACCEPTED', pendingKey: null, acceptedAt: past, acceptedUserId: null },
  'EXPIRED(TTL)': { ...ended('TTL'), expiresAt: past },
  'EXPIRED(REVOKED)': ended('REVOKED'),
  'EXPIRED(SUPERSEDED)': ended('SUPERSEDED'),
} as const satisfies Record<string, Partial<InviteRow>>;
export type InviteState = keyof typeof inviteStates;

/** Effect of an action on an invite in a state. */
export interface TableRow {
  /** The status of the answer, with the code of a refusal or the new state. */
  answer: string;
  /** The last parts of the subjects of the invite's events; none by default. */
  events?: readonly string[];
  /** The action of the audit record; none by default. */
  record?: string;
}

const area = 'pas.v1.onboarding.invite.';

/**
 * Reads the events and audit records of an invite, oldest first. Events are given by the last parts of their subjects,
 * records by their actions.
 */
export async function effectsOf({ _id, tenantId }: Pick<InviteRow, '_id' | 'tenantId'>) {
  const rows = await OutboxModel.find({ 'envelope.tenantid': tenantId, 'envelope.subject': _id })
    .sort({ 'envelope.time': 1, _id: 1 })
    .lean();
  const events = rows.flatMap(({ subject }) =>
    subject.startsWith(area) ? [subject.slice(area.length)] : [],
  );
  const submitted = rows.filter(({ subject }) => subject === 'pas.v1.audit.record.submitted');
  const records = submitted.map(({ envelope }) => (envelope.data as { action: string }).action);
  return { events, records };
}
