import { newId } from '@pas/shared/ids/id';
import { AlertMailModel, alertTypes, type AlertMailRow, type AlertType } from '@pas/shared/models/alert-mail';
import type { AlertRecipient } from '@pas/shared/models/tenant';
import { takeTurn } from '@pas/shared/fences/take-turn';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import { findTenant } from '@pas/shared/tenants/find-tenant';
import type { ClientSession } from 'mongoose';
import { Temporal } from 'temporal-polyfill';
import type { FollowEvents } from '../public-events/sequence-events.ts';

/** An event that recipients are alerted about. */
export interface Alert {
  type: AlertType;
  entityId: string;
  propertyIds: readonly string[] | null;
  at: Date;
}

/**
 * Time for which further alerts of the same cause join a mail, in milliseconds. One broken switch makes many
 * doors miss their reports, each at its own time.
 */
const gatherMs = 60_000;

/**
 * The same time for urgent alerts, in milliseconds. Doors that are held or forced open need somebody on site, and a
 * public key a new one.
 */
export const urgentGatherMs = 10_000;

const urgent: ReadonlySet<AlertType> = new Set(['door.held', 'door.forced', 'key.leaked']);

/** The maximum number of alerts that a mail names; it counts the others. */
const maxNamed = 50;

/** The maximum number of managers who get a mail that no recipient has chosen. */
const maxManagers = 20;

/** The hour of a digest, by the clock of the tenant. */
const digestHour = 8;

/** Returns the next 8:00 in a time zone. */
export function nextDigest(now: Date, timeZone: string): Date {
  const local = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone);
  const days = local.hour < digestHour ? 0 : 1;
  const morning = local
    .toPlainDate()
    .add({ days })
    .toZonedDateTime({ timeZone, plainTime: { hour: digestHour } });
  return new Date(morning.epochMilliseconds);
}

interface CollectContext {
  tenantId: string;
  session: ClientSession;
  now: Date;
}

/** Adds alerts to the waiting mail of their cause, or starts one. */
async function addTo(
  { tenantId, session, now }: CollectContext,
  { email, cause, dueAt }: Pick<AlertMailRow, 'email' | 'cause' | 'dueAt'>,
  alerts: readonly Alert[],
): Promise<void> {
  const items = alerts.map(({ type, entityId, at }) => ({ type, entityId, at }));
  await AlertMailModel.updateOne(
    { tenantId, email, cause, isOpen: true },
    {
      $push: { items: { $each: items, $slice: maxNamed } },
      $inc: { count: items.length },
      $setOnInsert: { _id: newId('alertMail'), dueAt, createdAt: now },
    },
    { upsert: true, session },
  );
}

const causeOf = ({ type, propertyIds }: Alert): string => `${type} ${propertyIds?.join(' ') ?? ''}`.trim();

/** Plans the mails of one recipient. */
async function alertRecipient(
  collecting: CollectContext,
  { email, types, digest }: AlertRecipient,
  { alerts, timeZone }: { alerts: readonly Alert[]; timeZone: string },
): Promise<void> {
  const wanted = alerts.filter(({ type }) => types.includes(type));
  const { now } = collecting;
  if (digest === 'DAILY') {
    const dueAt = nextDigest(now, timeZone);
    if (wanted.length > 0) await addTo(collecting, { email, cause: 'digest', dueAt }, wanted);
    return;
  }
  for (const [cause, ofCause] of Map.groupBy(wanted, causeOf)) {
    const isUrgent = ofCause.some(({ type }) => urgent.has(type));
    const dueAt = new Date(now.getTime() + (isUrgent ? urgentGatherMs : gatherMs));
    await addTo(collecting, { email, cause, dueAt }, ofCause);
  }
}

/** Whether an alert is about a public key. */
export const isLeak = ({ type }: Pick<Alert, 'type'>): boolean => type === 'key.leaked';

/**
 * Returns the recipients of alerts. If nobody has chosen the alert about public keys, the managers get it. Managers are
 * the STAFF users with the reach of the whole tenant.
 */
async function recipientsOf(
  tenantId: string,
  chosen: readonly AlertRecipient[],
  alerts: readonly Alert[],
): Promise<readonly AlertRecipient[]> {
  const isChosen = chosen.some(({ types }) => types.includes('key.leaked'));
  if (isChosen || !alerts.some(isLeak)) return chosen;
  const managers = await UserModel.find({ tenantId, isLive: true, isFormer: null, kind: 'STAFF' })
    .where({ propertyIds: null, status: { $ne: 'DISABLED' }, email: { $ne: null } })
    .limit(maxManagers)
    .lean<UserRow[]>();
  const leaks = managers.map(({ email }) => ({
    email: email ?? '',
    types: ['key.leaked' as const],
    digest: 'NONE' as const,
  }));
  return [...chosen, ...leaks];
}

/**
 * Plans the mails for alerts of a tenant within the change that raised them. Changes run one at a time: two
 * at once would each start a mail for the same cause.
 */
export async function collectAlerts(
  tenantId: string,
  alerts: readonly Alert[],
  session: ClientSession,
): Promise<void> {
  if (alerts.length === 0) return;
  const tenant = await findTenant(tenantId);
  const { timeZone = 'UTC', alertRecipients = [] } = tenant?.settings ?? {};
  const recipients = await recipientsOf(tenantId, alertRecipients, alerts);
  if (recipients.length === 0) return;
  await takeTurn({ tenantId, work: 'alert-mails' }, session);
  const collecting = { tenantId, session, now: new Date() };
  for (const recipient of recipients) await alertRecipient(collecting, recipient, { alerts, timeZone });
}

const isAlertType = (type: string): type is AlertType => alertTypes.some((each) => each === type);

/** Plans the mails for new public events, once per event. */
export const collectFromEvents: FollowEvents = async (events, { session }) => {
  const alerts = events.flatMap(({ type, entityId, propertyIds, occurredAt: at }) =>
    isAlertType(type) ? [{ type, entityId, propertyIds, at }] : [],
  );
  await collectAlerts(events[0]?.tenantId ?? '', alerts, session);
};
