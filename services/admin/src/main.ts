import { readConfig } from '@pas/platform/config/read-config';
import { createSealedTexts } from '@pas/platform/secrets/sealed-text';
import { openDoorCommands } from '@pas/shared/access/door-settings';
import { createPassLinks } from '@pas/shared/access/pass-links';
import { createContactCodes } from '@pas/shared/accounts/contact-codes';
import { createInviteLinks } from '@pas/shared/invites/invite-links';
import { indexPublicKeys } from '@pas/shared/principal/assertion';
import { startService, type ServiceBuild } from '@pas/shared/service/start-service';
import { createAdminApp } from './app.ts';
import { openCheckpointFiles } from '@pas/shared/audit-chain/checkpoint-files';
import { openStatements } from './audit-chain/open-statements.ts';
import { AdminConfig } from './config.ts';
import { startWorkers } from './consumers/start-workers.ts';
import { createMailer } from './dispatch/mailer.ts';
import { openApiKeys } from './resources/api-keys/api-keys.ts';
import { defaultRetryTimes } from './dispatch/retry-times.ts';
import { openTextSender } from './dispatch/telephony/text-settings.ts';

const config = readConfig(AdminConfig, process.env);

await startService({
  name: 'admin',
  config,
  async build({ app, bus, events, log }): Promise<ServiceBuild> {
    const { ADMIN_ROLE: role, ENVIRONMENT: environment, SWEEP_INTERVAL_MS: sweepIntervalMs } = config;
    const links = createInviteLinks(config.INVITE_TOKEN_SECRETS, config.PORTAL_URL);
    const apiKeys = openApiKeys(config);
    const sms = config.SMS_PROVIDER === undefined ? [] : (['SMS'] as const);
    const onboarding = { links, channels: ['EMAIL' as const, ...sms] };
    const files = openCheckpointFiles(config.AUDIT_CHECKPOINT_DIR, environment);
    const publicKeys = await indexPublicKeys(config.AUDIT_CHECKPOINT_PUBLIC_KEYS);
    const audit = { checkpoints: { files, publicKeys } };
    const importing = { maxRows: config.IMPORT_MAX_ROWS };
    const doors = openDoorCommands(config, { bus, events, log, service: 'admin' });
    const doorCloser = { name: 'door commands', close: () => doors.close() };
    const webhooks = {
      texts: createSealedTexts('webhook-endpoints', config.WEBHOOK_ENDPOINT_SECRETS),
      allowsLoopback: config.NODE_ENV !== 'production',
    };
    const passes = createPassLinks(config.PASS_TOKEN_SECRETS, config.PORTAL_URL);
    const dependencies =
      role === 'workers' ? null : { onboarding, apiKeys, audit, doors, importing, passes, webhooks };
    const api = createAdminApp(app, dependencies);
    if (role === 'api') return { app: api, closers: [doorCloser] };
    const carriers = {
      links,
      passes,
      mailer: createMailer(config.SMTP_URL, config.MAIL_FROM),
      texts: openTextSender(config),
      retry: { ...defaultRetryTimes, giveUpMs: config.MESSAGE_GIVE_UP_MS },
    };
    const workers = startWorkers({
      bus,
      events,
      log,
      environment,
      carriers,
      resetSecret: config.INVITE_TOKEN_SECRETS[0] ?? '',
      contactCodes: createContactCodes(config.PHONE_CODE_SECRET),
      ...openStatements({ config, files, log }),
      webhooks,
      sweepIntervalMs,
    });
    return { app: api, closers: [doorCloser, { name: 'workers', close: () => workers.stop() }] };
  },
});
