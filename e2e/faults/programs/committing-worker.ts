import { writeSync } from 'node:fs';
import { commit } from '@pas/shared/change/commit';
import { connectBus, type Bus } from '@pas/platform/events/bus';
import { startPublisher } from '@pas/platform/events/event-publisher';
import { createLogger } from '@pas/platform/log/logger';
import { UnitModel, type UnitRow } from '@pas/shared/models/unit';
import { connectDatabases } from '@pas/platform/mongo/connections';
import { insertRows } from '@pas/platform/mongo/insert-rows';
import { newId } from '@pas/shared/ids/id';
import { newUnit } from '@pas/shared/models/new-unit';
import { anonymous } from '@pas/shared/principal/principal';
import { waitUntil } from '@pas/testing/wait-until';

// A process that commits units with their events in several lanes, and kills itself at a given moment. It
// writes the id of each committed unit to its standard output.

/** Moment of the kill: before a publication, or after its acknowledgement and before its mark. */
export type Moment = 'before-publish' | 'after-publish';

export interface CommittingOptions {
  mongoUrl: string;
  natsUrl: string;
  environment: string;
  tenantId: string;
  lanes: number;
  /** Moment of its own kill; null: it runs until others kill it. */
  end: { moment: Moment; publication: number } | null;
}

const options = JSON.parse(process.argv[2] ?? '{}') as CommittingOptions;
const { environment, tenantId, lanes, end } = options;
const log = createLogger({ service: 'committing-worker', environment, level: 'silent' });

const dieAt = (moment: Moment, publication: number): void => {
  if (end?.moment === moment && end.publication === publication) process.kill(process.pid, 'SIGKILL');
};

/** Wraps the bus so that the process ends at the given moment. */
function endingBus(bus: Bus): Bus {
  let [sent, acknowledged] = [0, 0];
  return {
    ...bus,
    async publish(...event) {
      sent += 1;
      dieAt('before-publish', sent);
      await bus.publish(...event);
      acknowledged += 1;
      dieAt('after-publish', acknowledged);
    },
  };
}

/** Builds a unit whose label is its own id. */
function unitNow(now: Date): UnitRow {
  const _id = newId('unit');
  return newUnit({ tenantId, now }, { _id, propertyId: 'prop_1', label: _id });
}

await connectDatabases({ core: options.mongoUrl, control: options.mongoUrl });
const bus = connectBus({ url: options.natsUrl, name: 'committing-worker', log });
await waitUntil(() => bus.isConnected(), { what: 'the bus' });
const events = startPublisher({ bus: endingBus(bus), log });

async function commitOne(): Promise<void> {
  const now = new Date();
  const unit = unitNow(now);
  const ctx = {
    principal: anonymous,
    tenantId,
    environment,
    service: 'admin',
    correlationId: unit._id,
    now,
    client: { ip: null, userAgent: null },
    log,
    events,
  };
  const data = { aggregateVersion: 1, inviteId: unit._id, propertyId: 'prop_1', unitId: unit._id };
  await commit(ctx, async (change) => {
    await insertRows(UnitModel, [unit], change.session);
    change.publish({ type: 'pas.v1.onboarding.invite.created', subject: unit._id, data });
  });
  writeSync(1, `${unit._id}\n`);
}

/**
 * Commits until the end. A failed commit is not acknowledged; the comparison of the stores decides about it.
 */
async function walk(): Promise<never> {
  for (;;) await commitOne().catch(() => undefined);
}

await Promise.all(Array.from({ length: lanes }, walk));
