import { readConfig } from '@pas/platform/config/read-config';
import { startService } from '@pas/shared/service/start-service';
import { createWebhooksApp } from './app.ts';
import { WebhooksConfig } from './config.ts';

await startService({
  name: 'webhooks',
  config: readConfig(WebhooksConfig, process.env),
  build: ({ app }) => ({ app: createWebhooksApp(app) }),
});
