import type { IForbiddenRuleType, IRegularForbiddenRuleType } from 'dependency-cruiser';

const test = String.raw`(\.test\.ts$|/test/)`;
const http = ['^libs/shared/src/http/', '(^|/)node_modules/express/'];

type Edge = Pick<IRegularForbiddenRuleType, 'from' | 'to'>;

/** A rule, with what would break without it; paths are regular expressions from the repository's root. */
function forbid(name: string, comment: string, edge: Edge): IForbiddenRuleType {
  return { name, comment, severity: 'error', ...edge };
}

/** Which part of the repository may not import which: the house's layering, held by a machine. */
export const boundaryRules: readonly IForbiddenRuleType[] = [
  forbid('no-circular-import', 'Neither file of a circle can be understood, tested or moved alone.', {
    from: {},
    to: { circular: true },
  }),
  forbid('no-unresolvable-import', 'The other rules are blind to an import whose target is not found.', {
    from: {},
    to: { couldNotResolve: true },
  }),
  forbid('services-are-apart', 'A service is deployed alone; what two of them need is in libs/shared.', {
    from: { path: '^services/([^/]+)/' },
    to: { path: '^services/', pathNot: '^services/$1/' },
  }),
  forbid('services-need-only-shared', "A service's image holds nothing else of the repository.", {
    from: { path: '^services/' },
    to: { path: '^(apps|bench|e2e|sandbox|tools)/' },
  }),
  forbid(
    'shared-needs-nobody',
    'What everybody imports must import nobody, or every change reaches everything.',
    {
      from: { path: '^libs/shared/' },
      to: { path: '^(apps|bench|e2e|sandbox|services|tools)/' },
    },
  ),
  forbid('sandbox-is-outside', 'The sandbox plays the outside world: only what runs it may know it.', {
    from: { pathNot: '^(sandbox|tools|e2e)/' },
    to: { path: '^sandbox/' },
  }),
  forbid('bus-alone-knows-nats', 'Delivery settings live in one file, and so does a change of the client.', {
    // A program of the bench stands for a process that has nothing but the clients.
    from: { pathNot: [String.raw`^libs/shared/src/events/bus\.ts$`, '^bench/src/idle/programs/'] },
    to: { path: '(^|/)node_modules/nats/' },
  }),
  forbid('nobody-imports-main', 'main.ts reads the environment and listens as soon as it is loaded.', {
    from: {},
    to: { path: String.raw`^(services|sandbox)/.*/main\.ts$` },
  }),
  forbid(
    'resources-below-app',
    'Request, route, operation, model, event: a resource is mounted and never calls back.',
    {
      from: { path: '^services/[^/]+/src/resources/' },
      to: { path: String.raw`^services/[^/]+/src/(app|config|routes)\.ts$` },
    },
  ),
  forbid(
    'operations-below-routes',
    'An operation that knows its route can serve no worker and no second route.',
    {
      from: { path: '/resources/', pathNot: [String.raw`\.routes\.ts$`, test] },
      to: { path: String.raw`\.routes\.ts$` },
    },
  ),
  forbid('models-below-http', 'Rows outlive the requests that wrote them.', {
    from: { path: '^libs/shared/src/models/' },
    to: { path: http },
  }),
  forbid(
    'stores-below-http',
    'Database and bus serve workers, which have no request; a shape of HTTP is no more than a type.',
    {
      from: { path: '^libs/shared/src/(mongo|events|lists)/', pathNot: test },
      to: { path: http, dependencyTypesNot: ['type-only'] },
    },
  ),
  forbid('production-needs-no-tests', 'Test support and its packages are in no image.', {
    from: {
      path: '^(services|libs|apps|sandbox)/',
      pathNot: [test, '^libs/shared/src/testing/'],
    },
    to: { path: [test, '^libs/shared/src/testing/'] },
  }),
];
