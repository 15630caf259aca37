import { readConfig } from '@pas/shared/config/read-config';
import { createInviteLinks } from '@pas/shared/invites/invite-links';
import { startService, type ServiceBuild } from '@pas/shared/lifecycle/start-service';
import { createAdminApp } from './app.ts';
import { AdminConfig } from './config.ts';
import { startWorkers } from './consumers/start-workers.ts';
import { createMailer } from './dispatch/mailer.ts';

const config = readConfig(AdminConfig, process.env);

await startService({
  name: 'admin',
  config,
  build({ app, bus, log }): ServiceBuild {
    const { ADMIN_ROLE: role, ENVIRONMENT: environment, SWEEP_INTERVAL_MS: sweepIntervalMs } = config;
    const links = createInviteLinks(config.INVITE_TOKEN_SECRETS, config.PORTAL_URL);
    const apiKeys = { pepper: config.API_KEY_PEPPER_SECRET, maxLive: config.API_KEYS_PER_TENANT };
    const onboarding = { links, channels: ['EMAIL' as const] };
    const dependencies = role === 'workers' ? null : { onboarding, apiKeys };
    const api = createAdminApp(app, dependencies);
    if (role === 'api') return { app: api };
    const mailer = createMailer(config.SMTP_URL, config.MAIL_FROM);
    const workers = startWorkers({ bus, log, environment, links, mailer, sweepIntervalMs });
    return { app: api, closers: [() => workers.stop()] };
  },
});
