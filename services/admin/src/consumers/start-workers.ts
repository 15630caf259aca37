import type { Bus } from '@pas/platform/events/bus';
import type { CommittedEvents } from '@pas/platform/events/committed-events';
import { observeDeadLetters } from '@pas/platform/events/dead-letter-gauge';
import { ControlOutboxModel, OutboxModel } from '@pas/platform/events/outbox';
import { observeOutboxes } from '@pas/platform/events/outbox-gauges';
import { startOutboxSweeper } from '@pas/platform/events/sweep-outbox';
import type { Logger } from '@pas/platform/log/logger';
import type { ContactCodes } from '@pas/shared/accounts/contact-codes';
import { declaredConsumers } from '@pas/shared/events/traffic';
import { wakeBySignals } from '@pas/shared/events/wake-signals';
import { allMigrations } from '@pas/shared/migrations/all-migrations';
import type { Channel } from '@pas/shared/models/invite';
import { receiptOutbox } from '@pas/shared/models/webhook-receipt';
import { sendAlertMails } from '../alerts/send-alert-mails.ts';
import type { CheckpointKeeper } from '../audit-chain/keep-checkpoints.ts';
import type { RecordWithdrawal } from '../audit-chain/record-withdrawals.ts';
import type { Carriers } from '../dispatch/carriers.ts';
import { startApplyingRetention } from '../sweeps/apply-retention.ts';
import { startFoldingCounts } from '../sweeps/fold-counts.ts';
import { startFollowingMigrations } from '../sweeps/follow-migrations.ts';
import { resumeErasures } from '../sweeps/resume-erasures.ts';
import { startSweeper } from '../sweeps/start-sweeper.ts';
import type { WebhookSettings } from '../resources/webhook-endpoints/webhook-settings.ts';
import { startWebhooks } from '../webhooks/start-webhooks.ts';
import { startImportWorker } from '../resources/imports/worker/start-import-worker.ts';
import { startDeliverCodes } from './deliver-codes.ts';
import { startDeliverInvites } from './deliver-invites.ts';
import { startDeliverNotices } from './deliver-notices.ts';
import { startDeliverResets } from './deliver-resets.ts';
import { observeQueues } from './queue-gauges.ts';
import { startSealAudit } from './seal-audit.ts';

export interface Workers {
  bus: Bus;
  events: CommittedEvents;
  log: Logger;
  environment: string;
  carriers: Omit<Carriers, 'log'>;
  /** Secret from which the tokens of password resets are derived. */
  resetSecret: string;
  /** Codes that verify a contact; the resident service checks them. */
  contactCodes: ContactCodes;
  checkpoints: CheckpointKeeper;
  recordWithdrawal: RecordWithdrawal;
  webhooks: WebhookSettings;
  /** How long the sweeper waits between its rounds, in milliseconds. */
  sweepIntervalMs: number;
}

/** The shortest and longest interval between looks for imports, in milliseconds. A signal starts a look immediately. */
const importPace = { everyMs: 500, restMs: 10_000 };

/** The longest interval between looks at the events of programs without a bus, in milliseconds. */
const outboxRestMs = 4000;

/** How often the workers look for mails about alerts that are due, in milliseconds. */
const alertEveryMs = 5000;

/** Returns the channels for which a carrier is configured. */
const channelsOf = ({ texts }: Pick<Carriers, 'texts'>): Channel[] =>
  texts === null ? ['EMAIL'] : ['EMAIL', 'SMS'];

/** Publishes the lengths of queues as metrics. */
function startGauges({ bus, environment }: Workers): { stop(): void } {
  const outboxes = [OutboxModel, ControlOutboxModel, receiptOutbox];
  const durables = declaredConsumers.map(({ durable }) => durable);
  const gauges = [
    observeOutboxes({ outboxes, environment }),
    observeDeadLetters(bus, durables),
    observeQueues(),
  ];
  return {
    stop() {
      for (const gauge of gauges) gauge.stop();
    },
  };
}

/**
 * Starts the background work of the admin service: consumers and sweepers. The sweepers apply timed changes,
 * relay outboxes, fold row counts, and migrate rows that the previous release still writes.
 */
export function startWorkers(workers: Workers): { stop(): Promise<void> } {
  const { bus, events, log, environment, carriers, resetSecret, contactCodes, checkpoints } = workers;
  const { webhooks, sweepIntervalMs } = workers;
  const { texts, mailer } = carriers;
  const { portalUrl } = carriers.links;
  const onboarding = { links: carriers.links, channels: channelsOf(carriers) };
  const migrations = allMigrations({ service: 'admin', name: 'Migration', environment, events, log });
  const imports = startImportWorker({ environment, events, log, onboarding, ...importPace });
  const running = [
    startSealAudit(workers),
    startSweeper({
      environment,
      events,
      log,
      everyMs: alertEveryMs,
      sweeps: [sendAlertMails(mailer, portalUrl)],
    }),
    startWebhooks({ bus, events, log, environment, ...webhooks }),
    startDeliverInvites({ bus, environment, events, log, ...carriers }),
    startDeliverResets({ bus, environment, events, log, mailer, secret: resetSecret, portalUrl }),
    startDeliverCodes({ bus, environment, log, texts, mailer, codes: contactCodes, portalUrl }),
    startDeliverNotices({ bus, environment, log, mailer, portalUrl }),
    wakeBySignals(bus, 'sweeps', startSweeper({ environment, events, log, everyMs: sweepIntervalMs })),
    startSweeper({ environment, events, log, everyMs: sweepIntervalMs, sweeps: [resumeErasures] }),
    startOutboxSweeper({
      outboxes: [ControlOutboxModel],
      restMs: outboxRestMs,
      selfPublished: [OutboxModel, receiptOutbox],
      environment,
      bus,
      log,
    }),
    wakeBySignals(bus, 'imports', imports),
    startFoldingCounts({ environment, log }),
    startApplyingRetention({ environment, events, log }),
    startFollowingMigrations({ migrations, log }),
  ];
  const gauges = startGauges(workers);
  return {
    async stop() {
      gauges.stop();
      await Promise.all(running.map((worker) => worker.stop()));
      await checkpoints.stop();
      mailer.close();
    },
  };
}
