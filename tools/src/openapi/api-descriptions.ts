import { adminRoutes } from '@pas/admin/src/routes.ts';
import { coreMobileRoutes } from '@pas/core-mobile/src/routes.ts';
import { operatorRoutes } from '@pas/gateway/src/operators/operator.routes.ts';
import { residentRoutes } from '@pas/resident/src/routes.ts';
import { receiverPaths } from '@pas/webhooks/src/receiver-paths.ts';
import type { ApiDescription } from './describe-routes.ts';
import { describeWebhooks } from './describe-webhooks.ts';
import {
  adminDependencies,
  coreMobileDependencies,
  operatorDependencies,
  residentDependencies,
} from '../throwaway-dependencies.ts';
import manifest from '../../../package.json' with { type: 'json' };

const { version } = manifest;

/** Descriptions of the APIs, by file name. */
export const apiDescriptions: Readonly<Record<string, ApiDescription>> = {
  admin: {
    title: 'Property access: Admin API',
    version,
    description: `For the dashboard, machine clients and automation tools.

- Send \`Authorization: Bearer <API key>\`, or a token of staff. Browsers log in at \`/api/admin/auth/login\`. Every
  operation names the one scope that it needs.
- \`X-Admin-Env\` chooses the environment. Without it, the gateway uses its default environment.
- A POST that lists \`Idempotency-Key\` runs once for each key. PUT, PATCH and DELETE need no key and ignore one: a
  repeat leads to the same state. \`If-Match\` protects them from lost updates.
- A delete, revocation or bulk act with \`dryRun=true\` answers \`{ plan }\`: the effects and a hash. It changes nothing.
  The same request with \`plan=<hash>\` does exactly that, or answers 409 \`plan_changed\`.
- A caller may send \`X-Pas-On-Behalf-Of\` (at most 200 characters) and \`X-Pas-Reason\` (at most 500). Audit records
  show both.
- A list is \`{ <plural>, total, limit, offset }\`, a single resource \`{ <singular> }\`.
- To read a whole list page by page, use \`sort=createdAt\`: rows that are added meanwhile come last. A row that is
  deleted meanwhile moves the later ones back; with \`includeDeleted=true\` it keeps its place.
- Unknown parameters and fields are refused with 422, so that a typo can't pass silently.
- A failure is problem+json: \`message\` is for people, \`code\` for programs. Log the \`correlationId\`.
- A method that a path does not support is 405 \`method_not_allowed\`. \`Allow\` lists the methods that it supports.
- Later versions may add fields and enum values. Ignore those that you don't know.`,
    unknownInput: 'refuse',
    routes: [...operatorRoutes(operatorDependencies), ...adminRoutes(adminDependencies)],
    webhooks: describeWebhooks(),
    tags: {
      'Log-in':
        'Log-in of operators with a browser, and their sessions. The gateway answers these paths; without a configured identity provider they are 404.',
      Tenants:
        'The customer companies. A tenant sees only itself. The platform creates, suspends and deletes tenants.',
      Properties: 'The buildings of a tenant.',
      Units: 'The homes and offices of a property.',
      Readiness: 'Whether a visitor’s call would ring in a unit, and the missing conditions.',
      Users: 'Residents and staff, where they live, and their move out.',
      Onboarding: 'Invites: how a resident gets an account and is tied to a unit.',
      Calls: 'The calls to virtual numbers and how they ended. Read only.',
      Devices: 'The phones and browsers of residents that get notifications.',
      'Virtual numbers': 'Phone numbers that visitors call, and the unit or property that they ring.',
      'Test clocks': 'The time of a tenant in DEV and TEST, to test what happens later.',
      'Access points': 'Doors, gates, garages and elevators, and the controllers that open them.',
      'Access events': 'Every decision about a door, granted or denied. Read only.',
      Activity: 'Access events, calls, alarms and changes in one stream. Read only.',
      Passes: 'The rights of guests, carriers and vendors to open doors.',
      Reports: 'The problems that residents have reported.',
      Events: 'The event feed, for clients that cannot receive webhooks.',
      'Webhook endpoints': 'Addresses that get the events of a tenant, and the attempts to send them.',
      Imports: 'Imports of many residents from a file.',
      'API keys': 'The credentials of machine clients.',
      'Staff sessions': 'The console sessions of all staff of a company. For its owners.',
      Statistics: 'The current counts of all resources.',
      Analytics: 'Counts of calls, invites and access decisions over time.',
      'Webhook receipts':
        'The webhooks of providers that were received, and those that were refused. For the platform.',
      Audit: 'Records of every change with actor and time, in a tamper-evident chain.',
    },
    tagsBelow: {
      '/api/admin/auth': 'Log-in',
      '/api/admin/setup-links': 'Tenants',
      '/api/admin/properties/{id}/readiness': 'Readiness',
      '/api/admin/units/{id}/readiness': 'Readiness',
      '/api/admin/unlock-attempts': 'Access points',
      '/api/admin/stats': 'Statistics',
    },
  },
  resident: {
    title: 'Property access: Resident API',
    version,
    description: `For the residents' portal.

- \`POST /api/v1/auth/signup\`, \`login\` or \`clerk-session\` answer a Core JWT (\`token\`) and a refresh token; send
  the first as \`Authorization: Bearer <Core JWT>\`. It is valid for \`expiresIn\` seconds.
- A resident sees only data of their own, current residences. Everything else is 404.
- Unknown parameters and fields are ignored, because old apps stay in use. Fields that only the service sets are refused.
- A failure is problem+json: \`message\` is for people, \`code\` for programs. Log the \`correlationId\`.`,
    unknownInput: 'ignore',
    routes: residentRoutes(residentDependencies),
    tags: {
      Auth: 'Sign-up, log-in and sessions.',
      Invites: 'Invites, accepted by a person who is signed in.',
      Me: 'The profile of the person who is signed in.',
      Units: 'Where the person lives.',
      Calls: 'The calls to the person’s homes.',
      Sessions: 'The places where the person is signed in.',
      Passkeys: 'The passkeys with which the person signs in without a password.',
      Household: 'The occupants whom the main resident of a unit has invited.',
      'Access events': 'The decisions about the doors of the person’s homes. Read only.',
      Passes: 'The page of a guest’s pass, and its doors.',
      Pages: 'The page of an invite, for a browser.',
    },
    tagsBelow: {
      '/api/v1/me/passkeys': 'Passkeys',
      '/api/v1/units/{id}/occupants': 'Household',
      '/join': 'Pages',
      '/pass': 'Passes',
      '/reset': 'Pages',
    },
  },
  'core-mobile': {
    title: 'Property access: mobile API',
    version,
    description: `For the residents' apps and the doors' controllers: registration, devices, access.

- Send \`Authorization: Bearer <Core JWT>\`, returned by a log-in or sign-up of the Resident API.
- New integrations sign in by the Resident API's \`/api/v1/auth/*\`, not by \`/registration/*\`.`,
    unknownInput: 'ignore',
    routes: coreMobileRoutes(coreMobileDependencies),
    tags: {
      Registration:
        'Sign-up and log-in of older apps. New apps use the paths below `/api/v1/auth` of the Resident API.',
      Devices: 'The phones and browsers of the person that get notifications.',
      Doors: 'The doors that a resident may open.',
      Controllers: 'The reports and questions of door controllers.',
      Passes: 'The rights of guests to open doors, made by residents.',
    },
    tagsBelow: {
      '/access': 'Controllers',
      '/access/points': 'Doors',
      '/access/attempts': 'Doors',
      '/access/passes': 'Passes',
    },
  },
  webhooks: {
    title: 'Property access: webhooks',
    version,
    description: `For the providers of telephony, payments and identity.

- Every receiver verifies the signature over the raw bytes before it reads anything. A wrong, missing or stale one is 401 \`signature_invalid\`, and nothing is stored.
- 200 means that the webhook is stored; it is processed after that. Repeats get the same answer and have no second effect.
- 5xx means that it is not stored: send it again. 503 has \`Retry-After\`. A body above 1 MiB is 413.
- A method that a path does not support is 405 \`method_not_allowed\`.
- Both addresses work: the ingress’s own and the one gateway URL. Names of headers are configuration; these are the defaults.`,
    unknownInput: 'ignore',
    routes: [],
    receivers: receiverPaths,
    tags: {
      'Telephony A': 'Calls and texts as forms. Answers are instructions in XML.',
      'Telephony B': 'Calls and texts as JSON events.',
      Payments: 'The billing state of tenants.',
      Identity: 'People and sessions of the identity provider.',
    },
  },
};
