import type { DoorCommands } from '@pas/shared/access/door-commands';
import type { PassLinks } from '@pas/shared/access/pass-links';
import type { Route } from '@pas/platform/http/define-route';
import { accessEventRoutes } from './resources/access-events/access-events.routes.ts';
import { accessPointRoutes } from './resources/access-points/access-points.routes.ts';
import { activityRoutes } from './resources/activity/activity.routes.ts';
import { analyticsRoutes } from './resources/analytics/analytics.routes.ts';
import type { ApiKeys } from './resources/api-keys/api-keys.ts';
import { apiKeyRoutes } from './resources/api-keys/api-keys.routes.ts';
import { leakReportRoutes } from './resources/api-keys/leak-reports.routes.ts';
import { selfRoutes } from './resources/auth/self.routes.ts';
import type { AuditDependencies } from './resources/audit/audit-dependencies.ts';
import { auditRoutes } from './resources/audit/audit.routes.ts';
import { callRoutes } from './resources/calls/calls.routes.ts';
import { deviceRoutes } from './resources/devices/devices.routes.ts';
import { eventRoutes } from './resources/events/events.routes.ts';
import type { ImportSettings } from './resources/imports/dry-run-import.ts';
import { importRoutes } from './resources/imports/imports.routes.ts';
import type { OnboardingSettings } from '@pas/shared/invites/onboarding';
import { onboardingRoutes } from './resources/onboarding/onboarding.routes.ts';
import { passRoutes } from './resources/passes/passes.routes.ts';
import { propertyRoutes } from './resources/properties/properties.routes.ts';
import { readinessRoutes } from './resources/readiness/readiness.routes.ts';
import { reportRoutes } from './resources/reports/reports.routes.ts';
import { staffSessionRoutes } from './resources/staff-sessions/staff-sessions.routes.ts';
import { setupLinkRoutes } from './resources/setup-links/setup-links.routes.ts';
import { statsRoutes } from './resources/stats/stats.routes.ts';
import { tenantLogoRoutes } from './resources/tenants/tenant-logo.routes.ts';
import { tenantRoutes } from './resources/tenants/tenants.routes.ts';
import { unitRoutes } from './resources/units/units.routes.ts';
import { moveRoutes } from './resources/users/moves.routes.ts';
import { personalDataRoutes } from './resources/users/personal-data.routes.ts';
import { userRoutes } from './resources/users/users.routes.ts';
import { unlockAttemptRoutes } from './resources/unlock-attempts/unlock-attempts.routes.ts';
import { webhookReceiptRoutes } from './resources/webhook-receipts/webhook-receipts.routes.ts';
import { virtualNumberRoutes } from './resources/virtual-numbers/virtual-numbers.routes.ts';
import { webhookEndpointRoutes } from './resources/webhook-endpoints/webhook-endpoints.routes.ts';
import type { WebhookSettings } from './resources/webhook-endpoints/webhook-settings.ts';
import { testClockRoutes } from './resources/test-clocks/test-clocks.routes.ts';

/** The settings of the environment for the routes of the Admin API. */
export interface AdminDependencies {
  onboarding: OnboardingSettings;
  apiKeys: ApiKeys;
  audit: AuditDependencies;
  importing: ImportSettings;
  doors: DoorCommands;
  passes: PassLinks;
  webhooks: WebhookSettings;
}

/** Returns the Admin API, resource by resource. */
export function adminRoutes(dependencies: AdminDependencies): Route[] {
  const { onboarding, apiKeys, audit, importing, doors, passes, webhooks } = dependencies;
  const { portalUrl } = onboarding.links;
  return [
    ...tenantRoutes(portalUrl),
    ...tenantLogoRoutes(portalUrl),
    ...setupLinkRoutes(portalUrl),
    ...propertyRoutes,
    ...unitRoutes,
    ...readinessRoutes,
    ...userRoutes,
    ...moveRoutes(passes),
    ...personalDataRoutes,
    ...onboardingRoutes(onboarding),
    ...callRoutes,
    ...deviceRoutes,
    ...virtualNumberRoutes,
    ...accessPointRoutes({ doors, apiKeys }),
    ...unlockAttemptRoutes({ doors }),
    ...accessEventRoutes,
    ...activityRoutes,
    ...passRoutes({ links: passes, channels: onboarding.channels }),
    ...reportRoutes,
    ...eventRoutes(),
    ...webhookEndpointRoutes(webhooks),
    ...importRoutes(importing),
    ...selfRoutes,
    ...apiKeyRoutes(apiKeys),
    ...leakReportRoutes(apiKeys),
    ...staffSessionRoutes,
    ...statsRoutes,
    ...analyticsRoutes,
    ...auditRoutes(audit),
    ...webhookReceiptRoutes,
    ...testClockRoutes,
  ];
}
