import { readConfig } from '@pas/platform/config/read-config';
import { openDoorCommands } from '@pas/shared/access/door-settings';
import { startService } from '@pas/shared/service/start-service';
import { runSweeps } from '@pas/shared/sweeps/run-sweeps';
import { createWebhooksApp } from './app.ts';
import { endSilentCalls } from './calls/end-silent-calls.ts';
import { WebhooksConfig } from './config.ts';
import { callLimitsOf } from './calls/call-limits.ts';
import { openCallCarrier } from './providers/telephony-b/call-settings.ts';
import { openInProcessReceipts } from './processing/in-process-receipts.ts';
import { startProcessingReceipts } from './processing/process-receipts.ts';
import { storeWaitMs } from './receive.ts';
import { recordRejections } from './receipts/record-rejections.ts';

const config = readConfig(WebhooksConfig, process.env);

/** The interval of the sweep for calls without an end, in milliseconds. */
const sweepEveryMs = 60_000;

await startService({
  name: 'webhooks',
  config,
  connectionWaitMs: storeWaitMs,
  build({ app, bus, events, log }) {
    const rejections = recordRejections(log);
    const doors = openDoorCommands(config, { bus, events, log, service: 'webhooks' });
    const [publicUrl = ''] = config.PUBLIC_WEBHOOK_URL;
    const processing = {
      environment: config.ENVIRONMENT,
      events,
      log,
      doors,
      publicUrl,
      carrier: openCallCarrier(config),
      limits: callLimitsOf(config),
    };
    const receipts = openInProcessReceipts(processing);
    const consumer = startProcessingReceipts({ ...processing, bus, receipts });
    const sweeper = runSweeps({
      service: 'webhooks',
      environment: config.ENVIRONMENT,
      events,
      log,
      everyMs: sweepEveryMs,
      sweeps: [endSilentCalls],
    });
    return {
      app: createWebhooksApp(app, { signatures: config, rejections, calls: processing, receipts }),
      closers: [
        { name: 'in-process receipts', close: () => receipts.stop() },
        { name: 'consumer', close: () => consumer.stop() },
        { name: 'sweeper', close: () => sweeper.stop() },
        { name: 'door commands', close: () => doors.close() },
        { name: 'rejections', close: () => rejections.stop() },
      ],
    };
  },
});
