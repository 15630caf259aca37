import { readConfig } from '@pas/platform/config/read-config';
import { openDoorCommands } from '@pas/shared/access/door-settings';
import { createContactCodes } from '@pas/shared/accounts/contact-codes';
import {
  codeQuota,
  createRequestLimits,
  passkeyQuota,
  resetQuota,
} from '@pas/shared/accounts/request-limits';
import { createSignIn } from '@pas/shared/accounts/sign-in-settings';
import { startService } from '@pas/shared/service/start-service';
import { createDeviceCookie } from '@pas/shared/sessions/device-cookie';
import { createRefreshCookie } from '@pas/shared/sessions/refresh-cookie';
import { createResidentApp } from './app.ts';
import { createRelyingParty } from './resources/passkeys/relying-party.ts';
import { createOpenLimit } from './resources/passes/open-limit.ts';
import { createReportLimit } from './resources/reports/report-limit.ts';
import { ResidentConfig } from './config.ts';

const config = readConfig(ResidentConfig, process.env);

await startService({
  name: 'resident',
  config,
  async build({ app, bus, events, log }) {
    const cookie = createRefreshCookie(config.PORTAL_URL, config.ENVIRONMENT);
    const deviceCookie = createDeviceCookie(config.PORTAL_URL, config.ENVIRONMENT);
    const resetLimits = createRequestLimits(resetQuota);
    const auth = { ...(await createSignIn(config)), cookie, deviceCookie, resetLimits };
    const party = createRelyingParty(config.PORTAL_URL);
    const passkeys = { party, limits: createRequestLimits(passkeyQuota) };
    const codes = createContactCodes(config.PHONE_CODE_SECRET);
    const requests = createRequestLimits(codeQuota);
    const phones = { codes, limits: requests };
    const emails = { codes, limits: { guesses: auth.limits, requests } };
    const doors = openDoorCommands(config, { bus, events, log, service: 'resident' });
    const passes = { doors, limit: createOpenLimit() };
    const reports = { limit: createReportLimit() };
    return {
      app: createResidentApp(app, { auth, passkeys, phones, emails, passes, reports }),
      closers: [{ name: 'door commands', close: () => doors.close() }],
    };
  },
});
