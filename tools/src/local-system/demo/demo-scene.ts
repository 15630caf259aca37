import { setTimeout as pause } from 'node:timers/promises';
import { createHash, randomUUIDv7 } from 'node:crypto';
import type { OnboardingSettings } from '@pas/shared/invites/onboarding';
import { Fault } from '@pas/platform/errors/fault';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { core } from '@pas/platform/mongo/connections';
import { inTransaction, type Transaction } from '@pas/platform/mongo/in-transaction';
import { daysBefore } from './demo-context.ts';
import type { DemoStaff, DemoTenant } from './buildings.ts';
import { holdBack } from './held-back-events.ts';
import { workingTime } from './local-clock.ts';

/** Context of the operations that create a tenant's demo. */
export interface Scene {
  ctx: OperationContext;
  tenant: DemoTenant;
  onboarding: OnboardingSettings;
}

/** Returns the scene at another time, as a new request. */
export function at<S extends Scene>(scene: S, now: Date): S {
  return { ...scene, ctx: { ...scene.ctx, now, events: holdBack(now), correlationId: randomUUIDv7() } };
}

/** Returns the scene some days earlier. */
export function earlier<S extends Scene>(scene: S, days: number): S {
  return at(scene, daysBefore(scene.ctx.now, days));
}

/** Returns the scene at the latest office hour, with a staff member in a browser as the actor. */
export function atWork<S extends Scene>(scene: S, person: DemoStaff = scene.tenant.owner): S {
  const then = at(scene, workingTime(scene.ctx.now, scene.tenant.timeZone));
  const principal = { ...scene.ctx.principal, id: subjectOf(person), name: person.name };
  return { ...then, ctx: { ...then.ctx, principal, client: browserOf(person) } };
}

/**
 * Returns the subject of a person at the identity provider. It is not an e-mail, because the audit chain keeps it for
 * ever.
 */
const subjectOf = ({ email }: Pick<DemoStaff, 'email'>): string =>
  `staff_${createHash('sha256').update(email).digest('hex').slice(0, 16)}`;

/** Returns one of the present managers, in turn. */
export function managerOf({ tenant }: Scene, turn: number): DemoStaff {
  const managers = [tenant.owner, ...tenant.team].filter(
    ({ role, hasLeft }) => (role === 'OWNER' || role === 'MANAGER') && !hasLeft,
  );
  return managers[turn % managers.length] ?? tenant.owner;
}

/** Returns a client with an address reserved for examples (RFC 5737), fixed for each person. */
function browserOf({ email }: Pick<DemoStaff, 'email'>) {
  return {
    ip: `198.51.100.${1 + ((email.length * 7) % 250)}`,
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  };
}

/** Client data of a resident's phone. */
export const residentClient = {
  ip: '203.0.113.24',
  userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148',
};

/** Operations per transaction. A commit costs more than a statement, and transactions must stay short. */
const batchSize = 10;

/** Tries of a batch, and the pause between them. A busy machine may exceed the time limit of a request. */
const [maxTries, pauseMs] = [20, 500];

async function withRetries(work: () => Promise<void>, tries = 1): Promise<void> {
  try {
    await work();
  } catch (error) {
    const isBusy = error instanceof Fault && error.kind === 'unavailable';
    if (!isBusy || tries === maxTries) throw error;
    await pause(pauseMs * tries);
    await withRetries(work, tries + 1);
  }
}

/** Runs work for each item, several in a transaction. A batch may run again from its beginning. */
export async function inBatches<S extends Scene, Item>(
  scene: S,
  items: readonly Item[],
  work: (scene: S, item: Item) => Promise<void>,
): Promise<void> {
  for (let first = 0; first < items.length; first += batchSize) {
    const batch = items.slice(first, first + batchSize);
    const runBatch = async (_session: unknown, within: Transaction): Promise<void> => {
      for (const item of batch) {
        await work({ ...scene, ctx: { ...scene.ctx, within, correlationId: randomUUIDv7() } }, item);
      }
    };
    await withRetries(() => inTransaction(core, runBatch));
  }
}
