import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { OutboxRow } from '@pas/platform/events/outbox';
import type { AuditSubmission } from '@pas/shared/events/areas/audit';
import type { InviteRow } from '@pas/shared/models/invite';
import type { UserRow } from '@pas/shared/models/user';
import { waitUntil } from '@pas/testing/wait-until';
import { createConnection, type Connection } from 'mongoose';
import { bodyOf, call } from '../client/http-call.ts';
import { actAsManager, type Invite, type PropertyManager } from '../client/property-manager.ts';
import { signUp } from '../client/resident.ts';
import type { SharedSystem } from '../shared-system/use-system.ts';

/** A signed-in resident. */
interface Racer {
  email: string;
  bearer: string;
}

/** A runner of races for invites. */
export interface InviteRaces {
  /**
   * Runs a race several times, each on a new invite.
   *
   * @returns the count of each outcome, including breaches of invariants
   */
  run(race: Race, rounds: number): Promise<Record<string, number>>;
  close(): Promise<void>;
}

interface Stage {
  gatewayUrl: string;
  manager: PropertyManager;
  connection: Connection;
  propertyId: string;
}

/** One kind of race. */
interface Race {
  /** Whether the invite names the first racer. */
  isNamed: boolean;
  /** Starts both acts at the same time and returns their answers. */
  start(stage: Stage, racers: readonly Racer[], invite: Invite): Promise<string[]>;
}

type PendingAnswer = Promise<{ status: number; body: { code?: string } }>;

async function toWords(answering: PendingAnswer): Promise<string> {
  const { status, body } = await answering;
  return status < 300 ? String(status) : `${status} ${body.code}`;
}

const accept = async ({ gatewayUrl }: Stage, racer: Racer | undefined, { token }: Invite) =>
  toWords(
    call(`${gatewayUrl}/api/v1/invites/${token}/accept`, { method: 'POST', bearer: racer?.bearer ?? '' }),
  );

const act = async ({ manager }: Stage, { id }: Invite, verb: string, body: object) =>
  toWords(manager.call(`/onboarding/invites/${id}/${verb}`, { body }));

/** Remaining validity of an invite in a race against its expiry, in milliseconds. */
const lastMs = 1500;

async function untilSwept({ connection }: Stage, { id, tenantId }: Invite): Promise<void> {
  const invites = connection.collection<InviteRow>('invites');
  const hasEnded = async () => (await invites.findOne({ _id: id, tenantId }))?.status !== 'PENDING';
  await waitUntil(hasEnded, { what: 'the end of the invite to be stored' });
}

/** The races. */
export const races = {
  'two accepts': {
    isNamed: false,
    start: async (stage, racers, invite) =>
      Promise.all([accept(stage, racers[0], invite), accept(stage, racers[1], invite)]),
  },
  'accept against revoke': {
    isNamed: true,
    start: async (stage, [me], invite) =>
      Promise.all([accept(stage, me, invite), act(stage, invite, 'revoke', {})]),
  },
  'accept against resend with rotate': {
    isNamed: true,
    start: async (stage, [me], invite) =>
      Promise.all([accept(stage, me, invite), act(stage, invite, 'resend', { rotate: true })]),
  },
  'accept against the end of its time': {
    isNamed: true,
    async start(stage, [me], invite) {
      const endsAt = Date.now() + lastMs;
      const filter = { _id: invite.id, tenantId: invite.tenantId };
      const invites = stage.connection.collection<InviteRow>('invites');
      await invites.updateOne(filter, { $set: { expiresAt: new Date(endsAt) } });
      await pause(endsAt - Date.now() - Math.random() * 60);
      const answer = await accept(stage, me, invite);
      await untilSwept(stage, invite);
      return [answer];
    },
  },
} as const satisfies Record<string, Race>;

const area = 'pas.v1.onboarding.invite.';

/** Reads the traces of a race: the invite's state, events, records and residences. */
async function readTrace({ connection }: Stage, { id, tenantId }: Invite): Promise<string> {
  const invite = await connection.collection<InviteRow>('invites').findOne({ _id: id, tenantId });
  const rows = await connection
    .collection<OutboxRow>('outbox')
    .find({ tenantId, 'envelope.subject': id })
    .toArray();
  const events = rows.flatMap(({ subject }) =>
    subject.startsWith(area) ? [subject.slice(area.length)] : [],
  );
  const records = rows
    .filter(({ subject }) => subject === 'pas.v1.audit.record.submitted')
    .map(({ envelope }) => (envelope.data as AuditSubmission).action);
  const users = connection.collection<UserRow>('users').find({ tenantId, 'residences.inviteId': id });
  const residences = (await users.toArray()).flatMap((user) =>
    user.residences.filter(({ inviteId }) => inviteId === id),
  );
  const words = [...events.toSorted(), ...records.toSorted()].filter((word) => !word.endsWith('created'));
  return `${invite?.status}, ${words.join(' ')}, residences: ${residences.length}`;
}

/** Whether a busy system refused the request; the effect is then unknown. */
const isRefusal = (answer: string): boolean => answer.startsWith('503 ');

/** Runs a preparation, and repeats it if a busy system refuses it. */
const prepare = async <T extends object>(step: () => Promise<T>): Promise<T> =>
  waitUntil(step, { what: 'the preparation of a race', everyMs: 500 });

async function addRacer(stage: Stage): Promise<Racer> {
  const email = `racer.${randomUUID()}@example.test`;
  const unit = await stage.manager.ensureUnit(stage.propertyId, `Home of ${email}`);
  const { token: inviteToken } = await stage.manager.createInvite(unit.id, email);
  const { token } = await bodyOf(signUp(stage.gatewayUrl, { inviteToken }), 201);
  return { email, bearer: token };
}

async function addInvite({ manager, propertyId }: Stage, inviteeEmail?: string): Promise<Invite> {
  const unit = await manager.ensureUnit(propertyId, `Round ${randomUUID()}`);
  return manager.createInvite(unit.id, inviteeEmail);
}

/**
 * Reads the traces of a race with a refused part, which may still be running. Waits for one of the complete
 * traces.
 */
async function readRefused(stage: Stage, invite: Invite): Promise<string> {
  let trace = '';
  const isWhole = async (): Promise<boolean> => {
    trace = await readTrace(stage, invite);
    return wholeTraces.has(trace);
  };
  await waitUntil(isWhole, { what: 'a whole outcome' }).catch(() => undefined);
  return trace;
}

/** Creates a property for races of residents, managers and sweepers. */
export async function openRaces({ local }: Pick<SharedSystem, 'local'>): Promise<InviteRaces> {
  const { gatewayUrl, apiKey, mongoUrl } = local;
  const manager = actAsManager({ gatewayUrl, key: apiKey });
  const connection = await createConnection(mongoUrl).asPromise();
  const { id: propertyId } = await manager.createProperty('Invite races');
  const stage = { gatewayUrl, manager, connection, propertyId };
  return {
    async run(race, rounds) {
      const racers = [await prepare(async () => addRacer(stage)), await prepare(async () => addRacer(stage))];
      const email = race.isNamed ? racers[0]?.email : undefined;
      const outcomes: Record<string, number> = {};
      for (let counted = 0; counted < rounds;) {
        const invite = await prepare(async () => addInvite(stage, email));
        const answers = await race.start(stage, racers, invite);
        const isRefused = answers.some(isRefusal);
        if (!isRefused) counted += 1;
        const order = race.isNamed ? answers : answers.toSorted();
        const trace = isRefused ? await readRefused(stage, invite) : await readTrace(stage, invite);
        const outcome = `${isRefused ? 'refused' : order.join(', ')} → ${trace}`;
        outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      }
      return outcomes;
    },
    close: async () => connection.close(),
  };
}

const won = 'ACCEPTED, accepted invite.accepted, residences: 1';
const revoked = 'EXPIRED, revoked invite.revoked, residences: 0';
const resent = 'PENDING, resent invite.resent, residences: 0';
const expired = 'EXPIRED, expired invite.expired, residences: 0';
const untouched = 'PENDING, , residences: 0';

/** All final states of a race, with their events and records. */
const wholeTraces: ReadonlySet<string> = new Set([won, revoked, resent, expired, untouched]);

const refused = (...traces: readonly string[]): string[] => traces.map((trace) => `refused → ${trace}`);

/** The legal outcomes of each race. A round with a refused request does not count as a race. */
export const legalOutcomes: Readonly<Record<keyof typeof races, readonly string[]>> = {
  'two accepts': [`200, 410 invite_accepted → ${won}`, ...refused(won, untouched)],
  'accept against revoke': [
    `200, 409 invite_already_accepted → ${won}`,
    `410 invite_revoked, 200 → ${revoked}`,
    ...refused(won, revoked, untouched),
  ],
  'accept against resend with rotate': [
    `200, 409 invite_already_accepted → ${won}`,
    `410 invite_superseded, 202 → ${resent}`,
    ...refused(won, resent, untouched),
  ],
  'accept against the end of its time': [
    `200 → ${won}`,
    `410 invite_expired → ${expired}`,
    ...refused(won, expired),
  ],
};
