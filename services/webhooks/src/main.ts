import { readConfig } from '@pas/platform/config/read-config';
import { startService } from '@pas/shared/service/start-service';
import { createWebhooksApp } from './app.ts';
import { WebhooksConfig } from './config.ts';
import { noteRejections } from './receipts/note-rejections.ts';

const config = readConfig(WebhooksConfig, process.env);

await startService({
  name: 'webhooks',
  config,
  build({ app, log }) {
    const rejections = noteRejections(log);
    return {
      app: createWebhooksApp(app, { signatures: config, rejections }),
      closers: [{ name: 'rejections', close: () => rejections.stop() }],
    };
  },
});
