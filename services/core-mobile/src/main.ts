import { readConfig } from '@pas/platform/config/read-config';
import { createDoorCommands } from '@pas/shared/access/door-commands';
import { natsDoors } from '@pas/shared/access/nats-doors';
import { startService } from '@pas/shared/service/start-service';
import { createCoreMobileApp } from './app.ts';
import { CoreMobileConfig } from './config.ts';

await startService({
  name: 'core-mobile',
  config: readConfig(CoreMobileConfig, process.env),
  build: ({ app, bus, log }) => {
    const doors = createDoorCommands({ adapters: { nats: natsDoors(bus) }, log });
    return {
      app: createCoreMobileApp(app, { doors }),
      closers: [{ name: 'door commands', close: () => doors.close() }],
    };
  },
});
