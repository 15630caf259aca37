import { newId } from '@pas/shared/ids/id';
import { AlertMailModel, alertTypes, type AlertMailRow, type AlertType } from '@pas/shared/models/alert-mail';
import type { AlertRecipient } from '@pas/shared/models/tenant';
import { takeTurn } from '@pas/shared/fences/take-turn';
import { findTenant } from '@pas/shared/tenants/find-tenant';
import type { ClientSession } from 'mongoose';
import { Temporal } from 'temporal-polyfill';
import type { FollowEvents } from '../public-events/sequence-events.ts';

/** Something that people may be alerted of. */
export interface Alert {
  type: AlertType;
  entityId: string;
  propertyIds: readonly string[] | null;
  at: Date;
}

/**
 * How long further alerts of the same cause join a mail, in milliseconds: a broken switch takes many doors along, and each
 * is missed after its own last report. Somebody has to go to a door that is held or forced, so that mail waits less.
 */
const [gatherMs, urgentGatherMs] = [60_000, 10_000];

const urgent: ReadonlySet<AlertType> = new Set(['door.held', 'door.forced']);

/** How many alerts a mail names; of the others it says the number. */
const maxNamed = 50;

/** The hour of a digest, by the clock of the tenant. */
const digestHour = 8;

/** The next 8:00 of a place. */
export function nextDigest(now: Date, timeZone: string): Date {
  const local = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone);
  const days = local.hour < digestHour ? 0 : 1;
  const morning = local
    .toPlainDate()
    .add({ days })
    .toZonedDateTime({ timeZone, plainTime: { hour: digestHour } });
  return new Date(morning.epochMilliseconds);
}

interface Collecting {
  tenantId: string;
  session: ClientSession;
  now: Date;
}

/** Adds alerts to the mail of their cause that waits, or begins one. */
async function addTo(
  { tenantId, session, now }: Collecting,
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
  collecting: Collecting,
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

/**
 * Plans the mails that alerts of a tenant cause, in the change that they come from. Changes take turns: two at once would
 * each begin a mail of the same cause.
 */
export async function collectAlerts(
  tenantId: string,
  alerts: readonly Alert[],
  session: ClientSession,
): Promise<void> {
  if (alerts.length === 0) return;
  const tenant = await findTenant(tenantId);
  const { timeZone = 'UTC', alertRecipients = [] } = tenant?.settings ?? {};
  if (alertRecipients.length === 0) return;
  await takeTurn({ tenantId, work: 'alert-mails' }, session);
  const collecting = { tenantId, session, now: new Date() };
  for (const recipient of alertRecipients) await alertRecipient(collecting, recipient, { alerts, timeZone });
}

const isAlertType = (type: string): type is AlertType => alertTypes.some((each) => each === type);

/** Plans the mails that new public events cause, once for each event. */
export const collectFromEvents: FollowEvents = async (events, session) => {
  const alerts = events.flatMap(({ type, entityId, propertyIds, occurredAt: at }) =>
    isAlertType(type) ? [{ type, entityId, propertyIds, at }] : [],
  );
  await collectAlerts(events[0]?.tenantId ?? '', alerts, session);
  return undefined;
};
