import type { Route } from '@pas/platform/http/define-route';
import type { Principal } from '@pas/shared/principal/principal';
import type { ServiceHarness } from '../service-harness.ts';
import { asInit, sampleSent, type SentBody } from './body-forms.ts';
import { idSlotsOf, ownPathOf, type OwnRows } from './id-slots.ts';
import { nameOf, sampleBody, type Fields } from './sample-input.ts';

/** Somebody with rows of their own that nothing else has touched. */
export interface Owner {
  caller: Principal;
  own: OwnRows;
}

/** What a route needs to be done, besides a sample of its body and rows of the caller's own. */
export interface Preparation {
  as?: Principal;
  /** Rows to name instead of the owner's, by kind. */
  own?: OwnRows;
  body?: Fields;
}

/** Of the routes that need more than a sample to be done, what that is; it may make rows first. */
export type Preparations = Readonly<Record<string, (owner: Owner) => Preparation | Promise<Preparation>>>;

/** Routes that change something, and what is needed to have each of them done. */
export interface WritingSuite {
  routes: readonly Route[];
  harness: () => ServiceHarness;
  /** Makes somebody new, with one row of each kind. */
  newOwner: () => Promise<Owner>;
  preparations: Preparations;
}

/** A request that does what its route is for. */
export interface WorkingRequest {
  as: Principal;
  method: string;
  path: string;
  sent: SentBody | undefined;
}

/** The caller's own rows in each place of a body that names one. */
function ownNames(route: Route, own: OwnRows, body: Fields): Fields {
  const named = idSlotsOf(route, []).filter(
    ({ place, name }) => place === 'body' && Object.hasOwn(body, name),
  );
  return Object.fromEntries(
    named.flatMap(({ name, kind, isList }) => {
      const id = own[kind];
      return id === undefined ? [] : [[name, isList ? [id] : id]];
    }),
  );
}

/** Makes somebody new, and a request of theirs that a route does. */
export async function workingRequest(
  { newOwner, preparations }: WritingSuite,
  route: Route,
): Promise<WorkingRequest> {
  const owner = await newOwner();
  const { as = owner.caller, own = {}, body: given } = (await preparations[nameOf(route)]?.(owner)) ?? {};
  const rows = { ...owner.own, ...own };
  const named = ownNames(route, rows, sampleBody(route) ?? {});
  const sent = sampleSent(route, { ...named, ...given });
  return { as, method: route.method.toUpperCase(), path: ownPathOf(route, rows), sent };
}

/** Sends a request and reads all of its answer. */
export async function sendRequest(
  { harness }: WritingSuite,
  { as, method, path, sent }: WorkingRequest,
  headers: Readonly<Record<string, string>> = {},
) {
  const init = asInit(sent);
  const response = await harness().send(path, {
    ...init,
    as,
    method,
    headers: { ...headers, ...init.headers },
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** Routes that change something. A POST that changes nothing, such as a preview, says `isKeyed: false`. */
export const writingRoutes = ({ routes }: WritingSuite): Route[] =>
  routes.filter(({ method, isKeyed }) => method !== 'get' && isKeyed !== false);
