import { noAnswer, toProblem } from '../api/problem.ts';
import type { components } from '../api/described/resident.ts';

/** Who is signed in. */
export type SignedIn = components['schemas']['SignedIn'];

/** Says on the next visit that a cookie may be there. It is no credential. */
const hint = 'pas.portal.returns';

let token: string | null = null;
let endsAt = 0;
let renewal: Promise<SignedIn> | null = null;
let onEnd: () => void = () => undefined;

/** Calls the given function once the session has ended and cannot be renewed. */
export function watchEnd(listener: () => void): void {
  onEnd = listener;
}

function keep(session: SignedIn): SignedIn {
  token = session.token;
  endsAt = Date.now() + session.expiresIn * 1000;
  localStorage.setItem(hint, 'yes');
  return session;
}

function forget(): void {
  token = null;
  localStorage.removeItem(hint);
}

async function ask(path: string, body: object): Promise<SignedIn> {
  const response = await fetch(`/api/v1/auth/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Pas-Client': 'web' },
    body: JSON.stringify(body),
  }).catch(() => {
    throw noAnswer();
  });
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok) return answer as SignedIn;
  throw toProblem(response.status, answer, response.headers.get('x-correlation-id'));
}

/**
 * Signs a resident in by password.
 *
 * @throws ApiProblem with the code of the refusal
 */
export const signIn = async (email: string, password: string): Promise<SignedIn> =>
  keep(await ask('login', { email, password }));

/** Renews the session by its cookie; calls at the same time share one request. */
export function renew(): Promise<SignedIn> {
  renewal ??= ask('refresh', {})
    .then(keep)
    .finally(() => {
      renewal = null;
    });
  return renewal;
}

/** Whether a cookie of an earlier visit, or of a sign-up that has just ended here, may be there. */
export const mayReturn = (): boolean =>
  localStorage.getItem(hint) !== null || location.pathname === '/portal/welcome';

/** Ends the session here and at the service. */
export async function signOut(): Promise<void> {
  await ask('logout', {}).catch(() => undefined);
  forget();
  onEnd();
}

/** Another page of this browser must not renew first, or with a clock that is off by some seconds. */
const marginMs = 20_000;

/** A `fetch` that signs its requests, renews the session when it is about to end, and says so when it cannot. */
export async function signedFetch(request: Request): Promise<Response> {
  if (token === null || Date.now() > endsAt - marginMs) await renewOrEnd();
  const send = (): Promise<Response> => {
    const copy = request.clone();
    copy.headers.set('Authorization', `Bearer ${token ?? ''}`);
    return fetch(copy);
  };
  const response = await send();
  if (response.status !== 401) return response;
  await renewOrEnd();
  return send();
}

async function renewOrEnd(): Promise<void> {
  try {
    await renew();
  } catch (problem) {
    const { status } = problem as { status: number };
    if (status === 401 || status === 403) {
      forget();
      onEnd();
    }
    throw problem;
  }
}
