import type { Bus } from '@pas/shared/events/bus';
import { ControlOutboxModel } from '@pas/shared/events/outbox';
import { startRelay } from '@pas/shared/events/relay';
import type { InviteLinks } from '@pas/shared/invites/invite-links';
import type { Logger } from '@pas/shared/log/logger';
import type { CheckpointKeeper } from '../audit-chain/keep-checkpoints.ts';
import type { Mailer } from '../dispatch/mailer.ts';
import { startSweeper } from '../sweeps/start-sweeper.ts';
import { startDeliverInvites } from './deliver-invites.ts';
import { startSealAudit } from './seal-audit.ts';

export interface Workers {
  bus: Bus;
  log: Logger;
  environment: string;
  links: InviteLinks;
  mailer: Mailer;
  checkpoints: CheckpointKeeper;
  /** How long the sweeper rests between its rounds, in milliseconds. */
  sweepIntervalMs: number;
}

/** Starts what the admin service does without being asked: consumers, the sweeper, the control database's relay. */
export function startWorkers(workers: Workers): { stop(): Promise<void> } {
  const { bus, log, environment, links, mailer, checkpoints, sweepIntervalMs } = workers;
  const running = [
    startSealAudit({ bus, log, environment, checkpoints }),
    startDeliverInvites({ bus, log, links, mailer }),
    startSweeper({ environment, log, everyMs: sweepIntervalMs }),
    startRelay({ outbox: ControlOutboxModel, environment, bus, log }),
  ];
  return {
    async stop() {
      await Promise.all(running.map((worker) => worker.stop()));
      await checkpoints.stop();
      mailer.close();
    },
  };
}
