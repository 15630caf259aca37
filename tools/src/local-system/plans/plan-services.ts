import type { StoreUser } from '@pas/platform/programs/programs';
import { replicaName, type ReplicatedProcess } from '../ports.ts';
import type { LocalEnvironment } from '../secrets.ts';
import { publicKeyOf } from '../public-key.ts';
import { arrangeWebhookSecrets } from '../webhook-secrets.ts';
import { portalUrlOf, urlOf, type Blueprint } from './blueprint.ts';
import { behindGateway, planProcess, towardsResidents, type ServiceProcess } from './plan-service.ts';
import { doorsEnv } from './doors-env.ts';
import type { ProcessPlan } from './process-plan.ts';
import { pushEnv } from './push-env.ts';
import { callsEnv, telephonyEnv } from './telephony-env.ts';

interface Replicated extends Omit<ServiceProcess, 'name' | 'stage' | 'port'> {
  /** The gateway has no bus. */
  user: Exclude<StoreUser, 'gateway'>;
}

function planReplicas(blueprint: Blueprint, name: ReplicatedProcess, process: Replicated): ProcessPlan[] {
  return blueprint.ports.portsOf(name).map((port, index) =>
    planProcess(blueprint, {
      ...process,
      name: replicaName(name, index + 1),
      stage: 'service',
      port,
      env: { ...behindGateway(blueprint, process), ...process.env },
    }),
  );
}

/** What derives the codes that prove phones, in the program that sends them and the one that checks them. */
const phoneCodeEnv = ({ secrets }: Blueprint, environment: LocalEnvironment) => ({
  PHONE_CODE_SECRET: secrets[environment].phoneCodeSecret,
});

function adminEnv(blueprint: Blueprint, environment: LocalEnvironment, role: 'api' | 'workers' | 'all') {
  const { secrets, ports, directory } = blueprint;
  return {
    ADMIN_ROLE: role,
    PORTAL_URL: portalUrlOf(blueprint, environment),
    INVITE_TOKEN_SECRETS: secrets[environment].inviteTokenSecret,
    ...(role !== 'workers' && {
      PASS_TOKEN_SECRETS: secrets[environment].passTokenSecret,
      ...doorsEnv(blueprint),
    }),
    ...phoneCodeEnv(blueprint, environment),
    API_KEY_PEPPER_SECRET: secrets.apiKeyPepper,
    WEBHOOK_ENDPOINT_SECRETS: secrets[environment].webhookEndpointSecret,
    SMTP_URL: `smtp://127.0.0.1:${ports.portOf('smtp')}${blueprint.tls ? '?requireTLS=true' : ''}`,
    ...telephonyEnv(blueprint),
    MAIL_FROM: 'Property Access <no-reply@property-access.test>',
    AUDIT_CHECKPOINT_DIR: directory.auditCheckpoints,
    AUDIT_CHECKPOINT_PUBLIC_KEYS: publicKeyOf(secrets.auditCheckpointPrivateKey),
    AUDIT_CHECKPOINT_INTERVAL_MS: '5000',
    ...(role !== 'api' && { AUDIT_CHECKPOINT_PRIVATE_KEY: secrets.auditCheckpointPrivateKey }),
    ...(role === 'workers' && workerMalloc),
  };
}

/** The webhook secrets of a system, as its webhooks service and its `local.json` have them. */
export function webhookSecretsOf(blueprint: Blueprint) {
  const publicUrls = [urlOf(blueprint, 'webhook-gateway'), urlOf(blueprint, 'gateway')];
  return arrangeWebhookSecrets(blueprint.webhookVariables, blueprint.secrets, publicUrls);
}

/**
 * An import makes much garbage and keeps next to nothing. With V8's own limits its new space grows to three times this, and
 * its heap to three times what is in use. `docker-compose.yml` sets the same, and
 * `docs/deploy.md` says it to operators.
 */
export const workerOptions = ['--max-semi-space-size=8', '--heap-growing-percent=50'];

/**
 * Buffers of 128 KiB and more are given back as soon as they are freed. Without thresholds the C library raises its own with
 * each such buffer, and keeps what it has. `docker-compose.yml` sets the same, and `docs/deploy.md` says it to
 * operators.
 */
export const workerMalloc = { MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' };

/** The services of DEV: all of them, with admin's API and its workers as processes of their own. */
function planDev(blueprint: Blueprint): ProcessPlan[] {
  const environment = 'DEV';
  const residents = towardsResidents(blueprint, environment);
  const ownResidents = { ...residents, ...phoneCodeEnv(blueprint, environment) };
  return [
    ...planReplicas(blueprint, 'admin', {
      service: 'admin',
      user: 'admin',
      environment,
      env: adminEnv(blueprint, environment, 'api'),
    }),
    planProcess(blueprint, {
      name: 'admin-workers',
      service: 'admin',
      user: 'admin-workers',
      stage: 'service',
      environment,
      port: blueprint.ports.portOf('admin-workers'),
      env: {
        ...behindGateway(blueprint, { environment, user: 'admin-workers' }),
        ...adminEnv(blueprint, environment, 'workers'),
      },
      nodeOptions: workerOptions,
    }),
    ...planReplicas(blueprint, 'resident', {
      service: 'resident',
      user: 'resident',
      environment,
      env: { ...ownResidents, ...doorsEnv(blueprint) },
    }),
    ...planReplicas(blueprint, 'core-mobile', {
      service: 'core-mobile',
      user: 'core-mobile',
      environment,
      env: {
        ...residents,
        PASS_TOKEN_SECRETS: blueprint.secrets[environment].passTokenSecret,
        DEVICE_TOKEN_SECRETS: blueprint.secrets[environment].deviceTokenSecret,
        ...pushEnv(blueprint),
        ...doorsEnv(blueprint),
      },
    }),
    ...planReplicas(blueprint, 'webhooks', {
      service: 'webhooks',
      user: 'webhooks',
      environment,
      env: { ...webhookSecretsOf(blueprint).variables, ...doorsEnv(blueprint), ...callsEnv(blueprint) },
    }),
  ];
}

/** The services of TEST: what an invite needs from its making to its acceptance. */
function planTest(blueprint: Blueprint): ProcessPlan[] {
  const environment = 'TEST';
  return [
    ...planReplicas(blueprint, 'test-admin', {
      service: 'admin',
      user: 'admin-all',
      environment,
      env: adminEnv(blueprint, environment, 'all'),
    }),
    ...planReplicas(blueprint, 'test-resident', {
      service: 'resident',
      user: 'resident',
      environment,
      env: { ...towardsResidents(blueprint, environment), ...phoneCodeEnv(blueprint, environment) },
    }),
  ];
}

/** Plans every process of every service. */
export function planServices(blueprint: Blueprint): ProcessPlan[] {
  return [...planDev(blueprint), ...planTest(blueprint)];
}
