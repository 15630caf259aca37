import { demoStaff } from './demo/people.ts';
import type { Profile } from './demo/profiles.ts';
import { demoResidentEmail } from './demo/people.ts';
import {
  gatewayUrlsOf,
  mongoUrlOf,
  natsUrlOf,
  portalUrlOf,
  urlOf,
  type Blueprint,
} from './plans/blueprint.ts';
import { webhookSecretsOf } from './plans/plan-services.ts';

/** Content of `local.json`: addresses and credentials of a running system. */
export type LocalFile = ReturnType<typeof describeLocally>;

/** Describes a system for `local.json`. Omits the resident without a demo, and the large tenant without the load. */
export function describeLocally(blueprint: Blueprint, { profile }: { profile: Profile | null }) {
  const { secrets } = blueprint;
  const gatewayUrl = urlOf(blueprint, 'gateway');
  const portalUrl = portalUrlOf(blueprint, 'DEV');
  const { signing, publicWebhookUrl } = webhookSecretsOf(blueprint);
  const { email, password, organization } = demoStaff(secrets);
  return {
    gatewayUrl,
    gatewayUrls: gatewayUrlsOf(blueprint),
    webhooksUrl: urlOf(blueprint, 'webhook-gateway'),
    docsUrl: `${gatewayUrl}/docs`,
    caFile: blueprint.tls?.caFile ?? null,
    mailboxUrl: urlOf(blueprint, 'mailbox'),
    sandboxUrl: urlOf(blueprint, 'sandbox'),
    portalUrl,
    consoleUrl: `${portalUrl}/console`,
    residentUrl: `${portalUrl}/portal`,
    identityIssuer: urlOf(blueprint, 'identity'),
    mongoUrl: mongoUrlOf(blueprint, 'DEV', 'operator'),
    natsUrl: natsUrlOf(blueprint, 'DEV', 'operator'),
    environments: {
      DEV: { gatewayUrl },
      TEST: { gatewayUrl: urlOf(blueprint, 'test-gateway') },
    },
    apiKey: secrets.apiKey.key,
    platformApiKey: secrets.platformApiKey.key,
    secondTenantApiKey: secrets.secondTenantApiKey.key,
    loadTenantApiKey: profile === 'load' ? secrets.loadTenantApiKey.key : null,
    webhookSecrets: signing,
    publicWebhookUrl,
    staff: { email, password, organization },
    resident: profile === null ? null : { email: demoResidentEmail, password: secrets.residentPassword },
  };
}
