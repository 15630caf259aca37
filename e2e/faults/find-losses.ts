import { waitUntil } from '@pas/testing/wait-until';
import { expectedHash } from '../client/audit-chain.ts';
import type { Drill } from './drill.ts';
import { guestOf, type AcknowledgedRequest, type JourneyLoop } from './journey-loop.ts';

const submitted = 'pas.v1.audit.record.submitted';

/**
 * In-flight events of a killed process are redelivered after half a minute; the limit adds time for a busy
 * machine.
 */
const settleMs = 90_000;

/** Waits until all events are published and handled, with records sealed and mails sent. */
export async function untilSettled({ database, control }: Drill): Promise<void> {
  const outboxes = [database, control].map((db) => db.collection('outbox'));
  const count = async (filter: object): Promise<number> => {
    const counts = await Promise.all(
      outboxes.map((outbox) => outbox.countDocuments({ environment: 'DEV', ...filter })),
    );
    return counts.reduce((sum, each) => sum + each, 0);
  };
  const isSettled = async (): Promise<boolean> => {
    if ((await count({ state: 'new' })) > 0) return false;
    const sealed = await database.collection('audit_records').countDocuments({});
    if (sealed < (await count({ subject: submitted }))) return false;
    return (await database.collection('invites').countDocuments({ 'deliveries.status': 'QUEUED' })) === 0;
  };
  await waitUntil(isSettled, { what: 'all events to be handled', timeoutMs: settleMs, everyMs: 100 });
}

interface Row {
  _id: string;
  label?: string;
  email?: string;
  inviteeEmail?: string;
  status?: string;
  acceptedUserId?: string | null;
  residences?: { unitId: string }[];
}

const duplicatesAmong = (values: readonly (string | undefined)[]): string[] =>
  values.filter((value, index) => value !== undefined && values.indexOf(value) !== index) as string[];

/** Finds missing, duplicate and incomplete rows. */
async function lossesOfRows(
  { database }: Drill,
  { propertyId, acknowledged }: JourneyLoop,
): Promise<string[]> {
  const rows = (name: string, filter: object): Promise<Row[]> =>
    database.collection<Row>(name).find(filter).toArray();
  const [units, invites, users] = await Promise.all([
    rows('units', { propertyId }),
    rows('invites', { propertyId }),
    rows('users', { 'residences.propertyId': propertyId }),
  ]);
  const there = new Set([...units, ...invites, ...users].map(({ _id }) => _id));
  const acceptedBy = new Set(invites.map(({ acceptedUserId }) => acceptedUserId));
  const homes = users.flatMap(({ _id, residences = [] }) =>
    residences.map(({ unitId }) => `${_id} in ${unitId}`),
  );
  const isTorn = ({ status, acceptedUserId }: Row): boolean =>
    (status === 'ACCEPTED') !== users.some(({ _id }) => _id === acceptedUserId);
  return [
    ...acknowledged.filter(({ id }) => !there.has(id)).map((step) => `missing: ${JSON.stringify(step)}`),
    ...duplicatesAmong(units.map(({ label }) => label)).map((label) => `unit twice: ${label}`),
    ...duplicatesAmong(users.map(({ email }) => email)).map((email) => `user twice: ${email}`),
    ...duplicatesAmong(homes).map((home) => `residence twice: ${home}`),
    ...invites.filter(isTorn).map(({ _id }) => `half accepted: ${_id}`),
    ...users.filter(({ _id }) => !acceptedBy.has(_id)).map(({ _id }) => `user without an invite: ${_id}`),
  ];
}

/** Finds requests without exactly one record, and breaks of the tenant's chain. */
async function lossesOfRecords({ stores, manager }: Drill, acknowledged: readonly AcknowledgedRequest[]) {
  const { tenantId } = (await manager.listAudit({ limit: '1' })).auditRecords[0] ?? { tenantId: '' };
  const chain = await stores.chainOf(tenantId);
  const counts = new Map<string, number>();
  const losses: string[] = [];
  let prevHash = '0'.repeat(64);
  for (const [index, link] of chain.entries()) {
    const { correlationId } = (link as unknown as { context: { correlationId: string } }).context;
    counts.set(correlationId, (counts.get(correlationId) ?? 0) + 1);
    const isIntact = link.seq === index + 1 && link.prevHash === prevHash && link.hash === expectedHash(link);
    if (!isIntact) losses.push(`broken link: ${link.seq}`);
    prevHash = link.hash;
  }
  const unrecorded = acknowledged.filter(({ correlationId }) => !counts.has(correlationId));
  const repeated = [...counts].filter(([, count]) => count > 1);
  return [
    ...losses,
    ...unrecorded.map(({ correlationId }) => `not recorded: ${correlationId}`),
    ...repeated.map(([correlationId, count]) => `recorded ${count} times: ${correlationId}`),
  ];
}

/**
 * Concurrent deliveries of a process. A kill can hit each between the mail server's answer and its record.
 */
const maxConcurrentDeliveries = 4;

/** Finds missing mails, and more repeated mails than interrupted deliveries. */
async function lossesOfMails({ local }: Drill, { journeys, interruptions }: LossQuery): Promise<string[]> {
  const response = await fetch(`${local.mailboxUrl}/api/messages`);
  const { messages } = (await response.json()) as { messages: { to: string }[] };
  const dispatched = journeys.acknowledged.filter(({ step }) => step === 'dispatch');
  const addresses = dispatched.map(({ journey }) => guestOf(journey));
  const arrived = messages.map(({ to }) => to);
  const missing = addresses.filter((address) => !arrived.includes(address));
  // The mailbox also contains mails of earlier drills.
  const own = new Set(addresses);
  const repeated = duplicatesAmong(arrived).filter((address) => own.has(address));
  return [
    ...missing.map((address) => `no mail: ${address}`),
    ...(repeated.length > interruptions * maxConcurrentDeliveries
      ? [`repeated mails: ${repeated.join(', ')}`]
      : []),
  ];
}

interface LossQuery {
  journeys: JourneyLoop;
  /** Number of kills of processes that send mail. */
  interruptions: number;
}

/** Finds acknowledged effects of journeys that are missing or repeated. */
export async function findLosses(drill: Drill, query: LossQuery): Promise<string[]> {
  await untilSettled(drill);
  const losses = await Promise.all([
    lossesOfRows(drill, query.journeys),
    lossesOfRecords(drill, query.journeys.acknowledged),
    lossesOfMails(drill, query),
  ]);
  return losses.flat();
}
