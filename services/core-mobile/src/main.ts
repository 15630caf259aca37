import { readConfig } from '@pas/platform/config/read-config';
import { openDoorCommands } from '@pas/shared/access/door-settings';
import { createPassLinks } from '@pas/shared/access/pass-links';
import { openPushSenders } from '@pas/shared/push/push-settings';
import { createPushTokenCipher } from '@pas/shared/push/push-tokens';
import { createSignIn } from '@pas/shared/accounts/sign-in-settings';
import { startService } from '@pas/shared/service/start-service';
import { createCoreMobileApp } from './app.ts';
import { createPinLimits } from './resources/access/pin-limits.ts';
import { createDeviceTests } from './resources/devices/test-device.ts';
import { CoreMobileConfig } from './config.ts';
import { startRingingResidents } from './consumers/ring-residents.ts';

const config = readConfig(CoreMobileConfig, process.env);

await startService({
  name: 'core-mobile',
  config,
  async build({ app, bus, events, log }) {
    const signIn = await createSignIn(config);
    const doors = openDoorCommands(config, { bus, events, log, service: 'core-mobile' });
    const passes = createPassLinks(config.PASS_TOKEN_SECRETS, config.PORTAL_URL);
    const tokens = createPushTokenCipher(config.DEVICE_TOKEN_SECRETS);
    const senders = openPushSenders(config, { tokens, log });
    const environment = config.ENVIRONMENT;
    const ringing = startRingingResidents({ bus, environment, events, log, senders });
    const devices = {
      tokens,
      pushKey: senders.pushKey,
      outbound: { allowsLoopback: config.NODE_ENV !== 'production' },
      deviceTests: createDeviceTests(senders),
    };
    return {
      app: createCoreMobileApp(app, { doors, passes, pins: createPinLimits(), signIn, ...devices }),
      closers: [
        { name: 'door commands', close: () => doors.close() },
        { name: 'ringing', close: () => ringing.stop() },
        { name: 'push senders', close: () => senders.close() },
      ],
    };
  },
});
