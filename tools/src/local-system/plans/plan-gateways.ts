import { publicKeyOf } from '../public-key.ts';
import type { LocalEnvironment } from '../secrets.ts';
import { gatewayUrlOf, portalUrlOf, urlOf, urlsOf, type Blueprint } from './blueprint.ts';
import { planProcess } from './plan-service.ts';
import type { ProcessPlan } from './process-plan.ts';

interface Gateway {
  /** For example `gateway-2`. */
  name: string;
  port: number;
  /** Port shared with other gateways. */
  sharedPort?: number;
  environment: LocalEnvironment;
  role: 'api' | 'webhooks';
  /** Upstreams of its default environment. */
  upstreams: Readonly<Record<string, readonly string[]>>;
}

/** Returns the settings of the sandbox's identity provider for staff. Its organizations are the demo's tenants. */
function towardsStaff(blueprint: Blueprint, environment: LocalEnvironment): Record<string, string> {
  const issuer = urlOf(blueprint, 'identity');
  const clientId = 'operator-dashboard';
  return {
    STAFF_ISSUERS: JSON.stringify([
      {
        issuer,
        jwksUrl: `${issuer}/jwks`,
        audiences: ['property-access-staff'],
        authorizedParties: [clientId],
        algorithms: ['RS256'],
      },
    ]),
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: blueprint.secrets.operatorClientSecret,
    OIDC_SCOPE: 'openid email profile organizations',
    PUBLIC_URL: portalUrlOf(blueprint, environment),
    FURTHER_PUBLIC_URLS: gatewayUrlOf(blueprint, environment),
  };
}

function planGateway(blueprint: Blueprint, gateway: Gateway): ProcessPlan {
  const { name, port, sharedPort, environment, role, upstreams } = gateway;
  const { secrets } = blueprint;
  const portal = portalUrlOf(blueprint, environment);
  const urlLists = Object.entries(upstreams).map(([variable, urls]) => [variable, urls.join(',')]);
  return planProcess(blueprint, {
    name,
    service: 'gateway',
    user: 'gateway',
    stage: 'edge',
    environment,
    port,
    env: {
      GATEWAY_ROLE: role,
      ...(sharedPort !== undefined && { SHARED_PORT: String(sharedPort) }),
      ASSERTION_PRIVATE_KEY: secrets.assertionPrivateKey,
      CORE_JWT_PUBLIC_KEYS: publicKeyOf(secrets[environment].coreJwtPrivateKey),
      CORE_JWT_ISSUER: portal,
      PORTAL_URL: portal,
      PORTAL_IDENTITY_ISSUER: urlOf(blueprint, 'identity'),
      // The sandbox has a public client for each portal, by its origin.
      PORTAL_IDENTITY_CLIENT_ID: portal,
      MAILBOX_URL: urlOf(blueprint, 'mailbox'),
      SANDBOX_URL: urlOf(blueprint, 'sandbox'),
      ...towardsStaff(blueprint, environment),
      API_KEY_PEPPER_SECRET: secrets.apiKeyPepper,
      ADMIN_UPSTREAMS: JSON.stringify({
        DEV: urlsOf(blueprint, 'admin'),
        TEST: urlsOf(blueprint, 'test-admin'),
      }),
      ...(Object.fromEntries(urlLists) as Record<string, string>),
    },
  });
}

/** Returns the gateway of DEV, or its replicas, with their ports. */
function placeGateways({
  ports,
  hasGatewayReplicas,
}: Blueprint): Pick<Gateway, 'name' | 'port' | 'sharedPort'>[] {
  const sharedPort = ports.portOf('gateway');
  if (!hasGatewayReplicas) return [{ name: 'gateway', port: sharedPort }];
  return ports.ownGatewayPorts.map((port, index) => ({ name: `gateway-${index + 1}`, port, sharedPort }));
}

/** Plans the gateway, the separate webhook ingress, and the gateway whose default environment is TEST. */
export function planGateways(blueprint: Blueprint): ProcessPlan[] {
  const { ports } = blueprint;
  const webhooks = { WEBHOOKS_URLS: urlsOf(blueprint, 'webhooks') };
  return [
    ...placeGateways(blueprint).map((place) =>
      planGateway(blueprint, {
        ...place,
        environment: 'DEV',
        role: 'api',
        upstreams: {
          RESIDENT_URLS: urlsOf(blueprint, 'resident'),
          CORE_MOBILE_URLS: urlsOf(blueprint, 'core-mobile'),
          ...webhooks,
        },
      }),
    ),
    planGateway(blueprint, {
      name: 'webhook-gateway',
      port: ports.portOf('webhook-gateway'),
      environment: 'DEV',
      role: 'webhooks',
      upstreams: webhooks,
    }),
    planGateway(blueprint, {
      name: 'test-gateway',
      port: ports.portOf('test-gateway'),
      environment: 'TEST',
      role: 'api',
      upstreams: { RESIDENT_URLS: urlsOf(blueprint, 'test-resident') },
    }),
  ];
}
