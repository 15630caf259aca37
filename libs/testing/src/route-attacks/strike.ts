import { setImmediate } from 'node:timers/promises';
import type { FieldProblem } from '@pas/platform/errors/fault';
import type { Problem } from '@pas/platform/http/render-error';
import type { Route } from '@pas/platform/http/define-route';
import type { Principal } from '@pas/shared/principal/principal';
import type { ServiceHarness } from '../service-harness.ts';
import type { OwnRows } from './id-slots.ts';
import { nameOf } from './sample-input.ts';

/** Routes, and a caller who may use all of them. */
export interface Target {
  routes: readonly Route[];
  harness: () => ServiceHarness;
  caller: () => Principal;
  /** Returns the caller's own rows, so that a route reaches its operation. */
  own: () => OwnRows;
}

/** Input for a route. */
interface Attack {
  path: string;
  /** The body as text, because an object literal cannot have a field called `__proto__`. */
  text?: string | undefined;
  /** The media type of the text. */
  type?: string;
  /** Sends the text character by character. */
  isSlow?: boolean;
}

/** Makes a body that is sent character by character, and that breaks off with `error` if given. */
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

/** Reads a problem body. Other answers stay unread and count as empty, because an event stream has no end. */
export async function readProblem(response: Response): Promise<Partial<Problem>> {
  const isProblem = response.headers.get('content-type')?.includes('problem+json') ?? false;
  if (isProblem) return (await response.json()) as Problem;
  await response.body?.cancel();
  return {};
}

/** Returns a caller with the further scopes of a route; for `platform` it names its tenant. */
export function callerFor({ caller }: Pick<Target, 'caller'>, { furtherScopes = [] }: Route): Principal {
  const principal = caller();
  return { ...principal, scopes: [...principal.scopes, ...furtherScopes] };
}

/** Sends a request and returns the status and the errors of its answer. */
export async function strike(
  target: Target,
  route: Route,
  { path, text, type = 'application/json', isSlow = false }: Attack,
) {
  const response = await target.harness().send(path, {
    as: callerFor(target, route),
    method: route.method.toUpperCase(),
    ...(text !== undefined && {
      headers: { accept: 'application/json', 'content-type': type },
      ...(isSlow ? { body: inPieces(text), duplex: 'half' } : { body: text }),
    }),
  });
  const { code, errors = [] } = (await readProblem(response)) as { code?: string; errors?: FieldProblem[] };
  return { status: response.status, code, errors };
}

/** Returns routes as rows of a table of tests. */
export const named = (routes: readonly Route[]): [string, Route][] =>
  routes.map((route) => [nameOf(route), route]);
