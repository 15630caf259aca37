import { readConfig } from '@pas/platform/config/read-config';
import { startService } from '@pas/shared/service/start-service';
import { createWebhooksApp } from './app.ts';
import { WebhooksConfig } from './config.ts';
import { startProcessingReceipts } from './processing/process-receipts.ts';
import { noteRejections } from './receipts/note-rejections.ts';

const config = readConfig(WebhooksConfig, process.env);

await startService({
  name: 'webhooks',
  config,
  build({ app, bus, events, log }) {
    const rejections = noteRejections(log);
    const environment = config.ENVIRONMENT;
    const consumer = startProcessingReceipts({ bus, environment, events, log });
    return {
      app: createWebhooksApp(app, { signatures: config, rejections }),
      closers: [
        { name: 'consumer', close: () => consumer.stop() },
        { name: 'rejections', close: () => rejections.stop() },
      ],
    };
  },
});
