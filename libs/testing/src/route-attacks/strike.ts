import { setImmediate } from 'node:timers/promises';
import type { FieldProblem } from '@pas/platform/errors/fault';
import type { Problem } from '@pas/platform/http/render-error';
import type { Route } from '@pas/platform/http/define-route';
import type { Principal } from '@pas/shared/principal/principal';
import type { ServiceHarness } from '../service-harness.ts';
import type { OwnRows } from './id-slots.ts';
import { nameOf } from './sample-input.ts';

/** Routes, and somebody who may call all of them with anything. */
export interface Target {
  routes: readonly Route[];
  harness: () => ServiceHarness;
  caller: () => Principal;
  /** Rows of the caller's own, so that a route gets as far as its work. */
  own: () => OwnRows;
}

/** What is sent to a route. */
interface Attack {
  path: string;
  /** JSON as it is sent: an object of ours could not hold a field called `__proto__`. */
  text?: string | undefined;
  /** What the text says that it is. */
  type?: string;
  /** Sends the text character by character. */
  isSlow?: boolean;
}

/** A body that is sent character by character, and that breaks off with an error where one is given. */
export const inPieces = (text: string, error?: Error): ReadableStream<Uint8Array<ArrayBuffer>> =>
  ReadableStream.from(
    (async function* pieces() {
      for (const piece of text) {
        yield new TextEncoder().encode(piece);
        await setImmediate();
      }
      if (error) throw error;
    })(),
  );

/** Reads a problem body. Every other answer is left unread, and empty: a stream of events has no end. */
export async function readProblem(response: Response): Promise<Partial<Problem>> {
  const isProblem = response.headers.get('content-type')?.includes('problem+json') ?? false;
  if (isProblem) return (await response.json()) as Problem;
  await response.body?.cancel();
  return {};
}

/** A caller with the scopes that a route asks for besides its own one; for `platform` it names its tenant. */
export function callerFor({ caller }: Pick<Target, 'caller'>, { furtherScopes = [] }: Route): Principal {
  const principal = caller();
  return { ...principal, scopes: [...principal.scopes, ...furtherScopes] };
}

/** Sends a request and reads what was found wrong with it. */
export async function strike(
  target: Target,
  route: Route,
  { path, text, type = 'application/json', isSlow = false }: Attack,
) {
  const response = await target.harness().send(path, {
    as: callerFor(target, route),
    method: route.method.toUpperCase(),
    ...(text !== undefined && {
      headers: { 'content-type': type },
      ...(isSlow ? { body: inPieces(text), duplex: 'half' } : { body: text }),
    }),
  });
  const { code, errors = [] } = (await readProblem(response)) as { code?: string; errors?: FieldProblem[] };
  return { status: response.status, code, errors };
}

/** Routes as rows of a table of tests. */
export const named = (routes: readonly Route[]): [string, Route][] =>
  routes.map((route) => [nameOf(route), route]);
