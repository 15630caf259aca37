import { z } from 'zod';
import type { ZodOpenApiResponseObject } from 'zod-openapi';
import { Fault } from '@pas/platform/errors/fault';
import { gatewayFaultPages } from '@pas/gateway/src/pages/fault-pages.ts';
import type { Route } from '@pas/platform/http/define-route';
import { hasFaultPages, toProblem } from '@pas/platform/http/render-error';
import { errorCodes } from '@pas/shared/errors/error-codes';
import {
  codesOf,
  failureStatuses,
  ownCodes,
  takesIdempotencyKey,
  type FailureStatus,
  type MountedRoute,
} from '@pas/shared/routes/failure-codes';
import { failureHeaders } from './describe-headers.ts';
import { failureKinds } from './failure-kinds.ts';
import { problemWith } from './problem.schema.ts';

const exampleId = '01980d2e-5a3c-7c41-9f0e-6b1d2c3a4e5f';

/** A failure of one or more operations. */
interface Failure {
  status: FailureStatus;
  /** The codes of the answer, the one of the example first. */
  codes: readonly string[];
  /** Whether the Admin API answers it, whose answers have further headers. */
  isOfAdmin: boolean;
  /** Whether people get it as a page. Programs get JSON on every path. */
  hasPage?: boolean;
}

const meaningsOf = (status: FailureStatus): Readonly<Record<string, string>> => errorCodes[status];

/** Lists codes of a status with their meanings. */
function listCodes({ status, codes }: Failure): string {
  const meanings = meaningsOf(status);
  return codes.map((code) => `- \`${code}\`: ${meanings[code] ?? ''}`).join('\n');
}

/** Returns an example by the real renderer of errors. The usual one of the status is preferred. */
function exampleOf({ status, codes: [first = ''] }: Failure) {
  const { example } = failureKinds[status];
  const isUsual = first === example.code;
  const shown = isUsual ? example : new Fault(example.kind, first, meaningsOf(status)[first] ?? '');
  return toProblem(shown, exampleId);
}

/**
 * Describes a failure with exactly these codes.
 *
 * @param id the name of the component that operations share; without it, the failure is described in place
 */
export function describeFailure(failure: Failure, id?: string): ZodOpenApiResponseObject {
  const { status, codes, isOfAdmin, hasPage = false } = failure;
  const schema = problemWith(codes, id && `${id}Problem`);
  return {
    ...(id !== undefined && { id }),
    description: `${failureKinds[status].description}\n\n${listCodes(failure)}`,
    headers: failureHeaders(status, isOfAdmin),
    content: {
      'application/problem+json': { schema, example: exampleOf(failure) },
      ...(hasPage && { 'text/html': { schema: z.string() } }),
    },
  };
}

/** Whether people get the failures of a route as pages. Programs get JSON: see `wantsPage`. */
const hasPages = ({ path }: Route): boolean => hasFaultPages(gatewayFaultPages, path);

/** Returns the prefix of a component's name, by which failures with other codes differ. */
function variantOf(route: Route, status: FailureStatus): string {
  if (status === 401 && route.callers === 'none') return 'Open';
  if (status === 404 && route.params === undefined) return 'Reference';
  if (status === 422 && takesIdempotencyKey(route)) return 'Keyed';
  const hasVariant = status === 400 || (status === 403 && route.callers === 'admin');
  return route.method !== 'get' && hasVariant ? 'Change' : '';
}

/** Returns the prefix of a component's name for the failures of a page or of its form. */
const pageVariantOf = ({ method }: Route): string => (method === 'get' ? 'Page' : 'Form');

/** Returns the name of the component for a failure of a route without codes of its own. */
const componentOf = (route: Route, status: FailureStatus): string =>
  `${hasPages(route) ? pageVariantOf(route) : variantOf(route, status)}${failureKinds[status].id}`;

/** Returns a failure of a route. Without codes of the operation, the usual code of the status is the first. */
function failureOf(mounted: MountedRoute, status: FailureStatus): Failure {
  const { route } = mounted;
  const codes = codesOf(mounted, status);
  const { code } = failureKinds[status].example;
  const isOwn = ownCodes(route, status).length > 0;
  const ordered = isOwn ? codes : codes.toSorted((a, b) => Number(b === code) - Number(a === code));
  return { status, codes: ordered, isOfAdmin: route.callers === 'admin', hasPage: hasPages(route) };
}

/** Returns the most frequent failure of each component's name, as JSON. */
function usualFailures(routes: readonly MountedRoute[]): Map<string, string> {
  const named = routes.flatMap((mounted) =>
    failureStatuses
      .filter((status) => ownCodes(mounted.route, status).length === 0 && codesOf(mounted, status).length > 0)
      .map((status) => ({
        id: componentOf(mounted.route, status),
        key: JSON.stringify(failureOf(mounted, status)),
      })),
  );
  const byId = Map.groupBy(named, ({ id }) => id);
  const usual = [...byId].map(([id, all]) => {
    const [most] = [...Map.groupBy(all, ({ key }) => key)].toSorted(([, a], [, b]) => b.length - a.length);
    return [id, most?.[0] ?? ''] as const;
  });
  return new Map(usual);
}

/** Describes a failure of a route. */
export type DescribeFailure = (mounted: MountedRoute, status: FailureStatus) => ZodOpenApiResponseObject;

/**
 * Prepares the description of the failures of a document. Operations with the usual failure share a component. Other
 * failures are described in place.
 */
export function failureDescriber(routes: readonly MountedRoute[]): DescribeFailure {
  const usual = usualFailures(routes);
  const components = new Map<string, ZodOpenApiResponseObject>();
  return (mounted, status) => {
    const failure = failureOf(mounted, status);
    const id = componentOf(mounted.route, status);
    if (usual.get(id) !== JSON.stringify(failure)) return describeFailure(failure);
    const described = components.get(id) ?? describeFailure(failure, id);
    components.set(id, described);
    return described;
  };
}
