import { demoPeople } from '../demo/people.ts';
import { publicKeyOf } from '../public-key.ts';
import { localEnvironments } from '../secrets.ts';
import { writePrivateJson } from '../write-private-file.ts';
import { gatewayUrlOf, httpUrlOf, natsUrlOf, portalUrlOf, urlOf, type Blueprint } from './blueprint.ts';
import { becomeHttpReady } from './http-readiness.ts';
import { telephonyAccountId } from './telephony-env.ts';
import { webhookSecretsOf } from './plan-services.ts';
import { nodeCommand, nodeEnvironment } from './node-program.ts';
import type { ProcessPlan } from './process-plan.ts';

/** Returns the secrets with which the sandbox signs webhooks, and their target. */
function webhookEnv(blueprint: Blueprint): Record<string, string> {
  const { signing, publicWebhookUrl } = webhookSecretsOf(blueprint);
  return {
    TELEPHONY_A_AUTH_TOKENS: signing.telephonyA,
    TELEPHONY_B_PRIVATE_KEY: signing.telephonyBPrivateKey,
    PAYMENTS_WEBHOOK_SECRETS: signing.payments,
    IDENTITY_WEBHOOK_SECRETS: signing.identity,
    PUBLIC_WEBHOOK_URL: publicWebhookUrl,
    WEBHOOKS_URL: urlOf(blueprint, 'webhook-gateway'),
  };
}

/** Plans the sandbox: identity provider, mailbox and other external systems. Writes its people file. */
export function planSandbox(blueprint: Blueprint): ProcessPlan {
  const { directory, ports, secrets, tls, apnsTls, watched } = blueprint;
  const port = ports.portOf('sandbox');
  const portals = localEnvironments.map((environment) => portalUrlOf(blueprint, environment));
  const gateways = localEnvironments.map((environment) => gatewayUrlOf(blueprint, environment));
  const doors = localEnvironments.map((name) => [name, natsUrlOf(blueprint, name, 'doors')] as const);
  const isWatched = watched === 'sandbox';
  writePrivateJson(directory.peopleFile, demoPeople(secrets));
  return {
    name: 'sandbox',
    stage: 'outside',
    isWatched,
    command: nodeCommand(blueprint, { name: 'sandbox', file: 'sandbox/src/main.ts', isWatched }),
    env: {
      ...nodeEnvironment(blueprint),
      ...(blueprint.sites && { SANDBOX_HOST: blueprint.sites.outside }),
      SANDBOX_PORT: String(port),
      MAILBOX_PORT: String(ports.portOf('mailbox')),
      SMTP_PORT: String(ports.portOf('smtp')),
      IDENTITY_PORT: String(ports.portOf('identity')),
      PORTAL_URLS: portals.join(','),
      OPERATOR_REDIRECT_URIS: [...portals, ...gateways]
        .map((url) => `${url}/api/admin/auth/callback`)
        .join(','),
      OPERATOR_CLIENT_SECRET: secrets.operatorClientSecret,
      IDENTITY_API_SECRET: secrets.identityApiSecret,
      TELEPHONY_A_ACCOUNT_ID: telephonyAccountId,
      TELEPHONY_A_API_SECRET: secrets.telephonyAApiSecret,
      TELEPHONY_B_API_KEY: secrets.telephonyBApiKey,
      APNS_PORT: String(ports.portOf('apns')),
      APNS_TLS_CERT_FILE: apnsTls.certFile,
      APNS_TLS_KEY_FILE: apnsTls.keyFile,
      FCM_PUBLIC_KEY: publicKeyOf(secrets.fcmPrivateKey),
      APNS_PUBLIC_KEY: publicKeyOf(secrets.apnsPrivateKey),
      ...webhookEnv(blueprint),
      // URLs for the controllers of all doors, by environment.
      DOORS_NATS_URLS: JSON.stringify(Object.fromEntries(doors)),
      DOORS_HTTP_SECRETS: secrets.doorsHttpSecret,
      DOORS_REPORT_URL: urlOf(blueprint, 'gateway'),
      DOORS_FILE: directory.doorsFile,
      PEOPLE_FILE: directory.peopleFile,
      SANDBOX_DATA_DIR: directory.sandbox,
      ...(tls && {
        SANDBOX_TLS_CERT_FILE: tls.certFile,
        SANDBOX_TLS_KEY_FILE: tls.keyFile,
        NODE_EXTRA_CA_CERTS: tls.caFile,
      }),
    },
    becomeReady: (signal) => becomeHttpReady(httpUrlOf(blueprint, port), signal),
  };
}
