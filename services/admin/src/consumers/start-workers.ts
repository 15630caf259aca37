import type { Bus } from '@pas/shared/events/bus';
import { ControlOutboxModel } from '@pas/shared/events/outbox';
import { startRelay } from '@pas/shared/events/relay';
import type { InviteLinks } from '@pas/shared/invites/invite-links';
import type { Logger } from '@pas/shared/log/logger';
import type { Mailer } from '../dispatch/mailer.ts';
import { startDeliverInvites } from './deliver-invites.ts';
import { startSealAudit } from './seal-audit.ts';

export interface Workers {
  bus: Bus;
  log: Logger;
  environment: string;
  links: InviteLinks;
  mailer: Mailer;
}

/** Starts everything that the admin service does without being asked: consumers, and the control database's relay. */
export function startWorkers({ bus, log, environment, links, mailer }: Workers): { stop(): Promise<void> } {
  const running = [
    startSealAudit({ bus, log, environment }),
    startDeliverInvites({ bus, log, links, mailer }),
    startRelay({ outbox: ControlOutboxModel, environment, bus, log }),
  ];
  return {
    async stop() {
      await Promise.all(running.map((worker) => worker.stop()));
      mailer.close();
    },
  };
}
