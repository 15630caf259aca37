import type { StoreUser } from '@pas/platform/programs/programs';
import { replicaName, workersName, type ReplicatedProcess } from '../ports.ts';
import type { LocalEnvironment } from '../secrets.ts';
import { publicKeyOf } from '../public-key.ts';
import { arrangeWebhookSecrets } from '../webhook-secrets.ts';
import { addressOf, portalUrlOf, urlOf, type Blueprint } from './blueprint.ts';
import { upstreamVariables, planProcess, residentVariables, type ServiceProcess } from './plan-service.ts';
import { doorsEnv } from './doors-env.ts';
import type { ProcessPlan } from './process-plan.ts';
import { pushEnv } from './push-env.ts';
import { callsEnv, telephonyEnv } from './telephony-env.ts';

interface ReplicaPlan extends Omit<ServiceProcess, 'name' | 'stage' | 'port'> {
  /** Excludes the gateway, which does not use the bus. */
  user: Exclude<StoreUser, 'gateway'>;
}

function planReplicas(blueprint: Blueprint, name: ReplicatedProcess, process: ReplicaPlan): ProcessPlan[] {
  return blueprint.ports.portsOf(name).map((port, index) =>
    planProcess(blueprint, {
      ...process,
      name: replicaName(name, index + 1),
      stage: 'service',
      port,
      env: { ...upstreamVariables(blueprint, process), ...process.env },
    }),
  );
}

/** Returns the secret of the codes that verify phones, for the sending and the checking service. */
const phoneCodeEnv = ({ secrets }: Blueprint, environment: LocalEnvironment) => ({
  PHONE_CODE_SECRET: secrets[environment].phoneCodeSecret,
});

function adminEnv(blueprint: Blueprint, environment: LocalEnvironment, role: 'api' | 'workers' | 'all') {
  const { secrets, ports, directory } = blueprint;
  return {
    ADMIN_ROLE: role,
    PORTAL_URL: portalUrlOf(blueprint, environment),
    INVITE_TOKEN_SECRETS: secrets[environment].inviteTokenSecret,
    PASS_TOKEN_SECRETS: secrets[environment].passTokenSecret,
    ...(role !== 'workers' && doorsEnv(blueprint)),
    ...phoneCodeEnv(blueprint, environment),
    API_KEY_PEPPER_SECRET: secrets.apiKeyPepper,
    WEBHOOK_ENDPOINT_SECRETS: secrets[environment].webhookEndpointSecret,
    SMTP_URL: `smtp://${addressOf(blueprint, ports.portOf('smtp'))}${blueprint.tls ? '?requireTLS=true' : ''}`,
    ...telephonyEnv(blueprint),
    MAIL_FROM: 'Property Access <no-reply@property-access.test>',
    AUDIT_CHECKPOINT_DIR: directory.auditCheckpoints,
    AUDIT_CHECKPOINT_PUBLIC_KEYS: publicKeyOf(secrets.auditCheckpointPrivateKey),
    AUDIT_CHECKPOINT_INTERVAL_MS: '5000',
    ...(role !== 'api' && { AUDIT_CHECKPOINT_PRIVATE_KEY: secrets.auditCheckpointPrivateKey }),
    ...(role === 'workers' && workerMalloc),
  };
}

/** Returns the webhook secrets of a system, as used by its webhooks service and `local.json`. */
export function webhookSecretsOf(blueprint: Blueprint) {
  const publicUrls = [urlOf(blueprint, 'webhook-gateway'), urlOf(blueprint, 'gateway')];
  return arrangeWebhookSecrets(blueprint.webhookVariables, blueprint.secrets, publicUrls);
}

/**
 * V8 options of workers. An import produces much garbage and keeps little. With V8's defaults, new space and heap grow
 * to three times these limits. `docker-compose.yml` sets the same, and `docs/deploy.md` documents it.
 */
export const workerOptions = ['--max-semi-space-size=8', '--heap-growing-percent=50'];

/**
 * Thresholds of the C library, so that it returns freed buffers of 128 KiB and more immediately. By default, it raises
 * its threshold with each such buffer, and keeps the memory. `docker-compose.yml` sets the same, and `docs/deploy.md`
 * documents it.
 */
export const workerMalloc = { MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' };

/** Plans the workers of admin. A cluster has two processes. */
function planWorkers(blueprint: Blueprint, environment: LocalEnvironment): ProcessPlan[] {
  return blueprint.ports.workers.map((port, index) =>
    planProcess(blueprint, {
      name: workersName(index + 1),
      service: 'admin',
      user: 'admin-workers',
      stage: 'service',
      environment,
      port,
      env: {
        ...upstreamVariables(blueprint, { environment, user: 'admin-workers' }),
        ...adminEnv(blueprint, environment, 'workers'),
      },
      nodeOptions: workerOptions,
    }),
  );
}

/** Plans all services of DEV, with admin's API and its workers as separate processes. */
function planDev(blueprint: Blueprint): ProcessPlan[] {
  const environment = 'DEV';
  const residents = residentVariables(blueprint, environment);
  const ownResidents = { ...residents, ...phoneCodeEnv(blueprint, environment) };
  return [
    ...planReplicas(blueprint, 'admin', {
      service: 'admin',
      user: 'admin',
      environment,
      env: adminEnv(blueprint, environment, 'api'),
    }),
    ...planWorkers(blueprint, environment),
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

/** Plans the services of TEST that an invite needs, from creation to acceptance. */
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
      env: { ...residentVariables(blueprint, environment), ...phoneCodeEnv(blueprint, environment) },
    }),
  ];
}

/** Plans every process of every service. */
export function planServices(blueprint: Blueprint): ProcessPlan[] {
  return [...planDev(blueprint), ...planTest(blueprint)];
}
