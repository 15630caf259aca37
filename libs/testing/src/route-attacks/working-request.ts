import type { Route } from '@pas/platform/http/define-route';
import type { Principal } from '@pas/shared/principal/principal';
import type { ServiceHarness } from '../service-harness.ts';
import { asInit, sampleSent, type SentBody } from './body-forms.ts';
import { idSlotsOf, ownPathOf, type OwnRows } from './id-slots.ts';
import { nameOf, sampleBody, type Fields } from './sample-input.ts';

/** A caller with new rows of their own. */
export interface Owner {
  caller: Principal;
  own: OwnRows;
}

/** Input that a route needs to succeed, in addition to a sample of its body and the caller's own rows. */
export interface Preparation {
  as?: Principal;
  /** Rows to name instead of the owner's, by kind. */
  own?: OwnRows;
  body?: Fields;
  /** A body without fields, such as a file. */
  sent?: SentBody;
}

/** The preparations of routes that need more than a sample. They may make rows first. */
export type Preparations = Readonly<Record<string, (owner: Owner) => Preparation | Promise<Preparation>>>;

/** Routes that change rows, with their preparations. */
export interface WritingSuite {
  routes: readonly Route[];
  harness: () => ServiceHarness;
  /** Makes a new owner with one row of each kind. */
  newOwner: () => Promise<Owner>;
  preparations: Preparations;
}

/** A request that its route executes. */
export interface WorkingRequest {
  as: Principal;
  method: string;
  path: string;
  sent: SentBody | undefined;
}

/** Returns ids of the caller's own rows for the fields of a body that name rows. */
function ownNames(route: Route, own: OwnRows, body: Fields): Fields {
  const named = idSlotsOf(route, []).filter(
    ({ location, name }) => location === 'body' && Object.hasOwn(body, name),
  );
  return Object.fromEntries(
    named.flatMap(({ name, kind, isList }) => {
      const id = own[kind];
      return id === undefined ? [] : [[name, isList ? [id] : id]];
    }),
  );
}

/** Makes a new owner, and a request of theirs that a route executes. */
export async function workingRequest(
  { newOwner, preparations }: WritingSuite,
  route: Route,
): Promise<WorkingRequest> {
  const owner = await newOwner();
  const prepared = (await preparations[nameOf(route)]?.(owner)) ?? {};
  const { as = owner.caller, own = {}, body: given } = prepared;
  const rows = { ...owner.own, ...own };
  const named = ownNames(route, rows, sampleBody(route) ?? {});
  const sent = prepared.sent ?? sampleSent(route, { ...named, ...given });
  return { as, method: route.method.toUpperCase(), path: ownPathOf(route, rows), sent };
}

/** Sends a request and reads its whole answer. */
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

/** Lists the routes that change rows. A POST without a change, such as a preview, has `isKeyed: false`. */
export const writingRoutes = ({ routes }: WritingSuite): Route[] =>
  routes.filter(({ method, isKeyed }) => method !== 'get' && isKeyed !== false);
