import { alone, attacks, type ReliabilityPromise } from './promises.ts';

/** The promises about threats. Their tests assert zero, so they have no figures. */
export const threats: readonly ReliabilityPromise[] = [
  { id: 'S1', of: 'ids of other tenants', promise: '404, as for an unknown id.', tests: attacks },
  { id: 'S2', of: 'routes beyond the scopes', promise: '403.', tests: attacks },
  { id: 'S3', of: 'fields that are not settable', promise: '422.', tests: attacks },
  {
    id: 'S4',
    of: 'forged tokens',
    promise: '401, and no key is fetched.',
    tests: ['services/gateway/test/token-attacks.test.ts', 'services/gateway/test/forged-tokens.test.ts'],
  },
  {
    id: 'S5',
    of: 'forged and replayed webhooks',
    promise: '401, and nothing is stored.',
    tests: ['services/webhooks/src/providers/hostile-webhooks.test.ts', alone('webhooks')],
  },
  {
    id: 'S6',
    of: 'large, deep and slow bodies and headers',
    promise: '4xx within bounded memory.',
    tests: ['libs/shared/test/http/hostile-bodies.test.ts', 'services/gateway/test/hostile-headers.test.ts'],
  },
  {
    id: 'S7',
    of: 'guessing and log-in stuffing',
    promise: 'Limited.',
    tests: ['libs/shared/test/accounts/guess-limits.test.ts'],
  },
  {
    id: 'S8',
    of: 'forged `X-Admin-Env`',
    promise: '422 or 403, and no connection.',
    tests: ['services/gateway/src/admin-env.test.ts', 'services/gateway/test/environments.test.ts'],
  },
  {
    id: 'S9',
    of: 'misconfiguration',
    promise: 'No stack, host or version; services answer only the gateway.',
    tests: ['services/gateway/test/headers.test.ts', 'e2e/journeys/refusals.test.ts'],
  },
  { id: 'S10', of: 'unlisted routes', promise: 'None.', tests: ['tools/src/mounted-routes.test.ts'] },
  {
    id: 'S12',
    of: 'fuzzing',
    promise: 'No 5xx.',
    tests: ['e2e/python/fuzzing.long.test.ts'],
  },
  {
    id: 'S13',
    of: 'request smuggling',
    promise: '4xx.',
    tests: ['services/gateway/test/hostile-headers.test.ts'],
  },
  {
    id: 'S14',
    of: 'secrets in logs, events and traces',
    promise: 'None.',
    tests: ['e2e/journeys/quiet-store-logs.test.ts'],
  },
  {
    id: 'S15',
    of: 'changes without a record, tampering',
    promise: 'Each change has one record, and tampering is found.',
    tests: ['services/admin/test/audit.test.ts', 'services/admin/test/audit-verify.test.ts'],
  },
  {
    id: 'S16',
    of: 'a service’s users in the stores',
    promise: 'They cannot do what the service must not.',
    tests: ['libs/shared/test/mongo/user-rights.test.ts'],
  },
  {
    id: 'S17',
    of: 'forged events on the bus',
    promise: 'Dead letters, and the chain is unchanged.',
    tests: ['services/admin/test/forged-events.test.ts', 'libs/shared/test/events/forged-events.test.ts'],
  },
  {
    id: 'S18',
    of: 'weak production settings',
    promise: 'The service refuses to start.',
    tests: ['tools/src/production-settings/production-settings.test.ts'],
  },
  {
    id: 'S19',
    of: 'secrets in the logs of the stores',
    promise: 'None.',
    tests: ['e2e/journeys/quiet-store-logs.test.ts'],
  },
];
