import { readConfig } from '@pas/platform/config/read-config';
import { startService } from '@pas/shared/service/start-service';
import { createCoreMobileApp } from './app.ts';
import { CoreMobileConfig } from './config.ts';

await startService({
  name: 'core-mobile',
  config: readConfig(CoreMobileConfig, process.env),
  build: ({ app }) => ({ app: createCoreMobileApp(app) }),
});
