import { ApiProblem, noAnswer, toProblem } from '../api/problem.ts';
import type { components } from '../api/described/resident.ts';

/** Who is signed in. */
export type SignedIn = components['schemas']['SignedIn'];

/** Says on the next visit that a cookie may be there. It is no credential. */
const hint = 'pas.portal.returns';

let token: string | null = null;
let endsAt = 0;
/** Whom the page shows. */
let residentId: string | null = null;
let renewal: Promise<SignedIn> | null = null;
/** Why a session is over: the person has left, or it could not be renewed. */
export type End = 'left' | 'ended';

/** What happens to a session while a page is open. */
export interface SessionWatcher {
  onEnd: (end: End) => void;
  /** Another page of this browser has signed somebody else in, or has switched to another home. */
  onOther: (session: SignedIn) => void;
}

let watcher: SessionWatcher | null = null;

/** Tells the watcher about the session from now on. */
export function watchSession(next: SessionWatcher): void {
  watcher = next;
}

function keep(session: SignedIn): SignedIn {
  token = session.token;
  residentId = session.resident.id;
  endsAt = Date.now() + session.expiresIn * 1000;
  localStorage.setItem(hint, 'yes');
  return session;
}

function forget(): void {
  token = null;
  localStorage.removeItem(hint);
}

interface Ask {
  body?: object;
  bearer?: string;
}

async function ask(path: string, { body, bearer }: Ask): Promise<SignedIn> {
  const response = await fetch(`/api/v1/auth/${path}`, {
    method: 'POST',
    headers: {
      'X-Pas-Client': 'web',
      ...(body && { 'Content-Type': 'application/json' }),
      ...(bearer !== undefined && { Authorization: `Bearer ${bearer}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
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
  keep(await ask('login', { body: { email, password } }));

/** A token that the service does not take says nothing about a session of the portal. */
function refuseIdentity(fault: unknown): never {
  if (!(fault instanceof ApiProblem) || fault.status !== 401) throw fault;
  const { message, status, correlationId, fields } = fault;
  throw new ApiProblem(message, { status, code: 'identity_refused', correlationId, fields });
}

/**
 * Signs a resident in by the ID token of the identity provider, which is kept nowhere.
 *
 * @throws ApiProblem with the code of the refusal
 */
export const signInByIdentity = async (idToken: string): Promise<SignedIn> =>
  keep(await ask('clerk-session', { bearer: idToken }).catch(refuseIdentity));

/**
 * Goes on as the same person at another company.
 *
 * @throws ApiProblem with the code of the refusal
 */
export async function switchTo(userId: string): Promise<SignedIn> {
  if (isStale()) await renewOrEnd();
  return keep(await ask('switch', { body: { userId }, bearer: token ?? '' }));
}

/**
 * The session of somebody who has signed in again: as the resident that the page shows, where the person is that one too.
 * A log-in chooses among several homes by itself.
 *
 * @throws ApiProblem where the person may not go there any more
 */
export async function returnTo(userId: string, session: SignedIn): Promise<SignedIn> {
  const isThere = session.resident.id === userId;
  const mayReturn = session.memberships.some((home) => home.userId === userId && home.status !== 'DISABLED');
  return isThere || !mayReturn ? session : switchTo(userId);
}

/** Keeps a renewed session, and says so where it is not of the resident that the page shows. */
function keepRenewed(session: SignedIn): SignedIn {
  const isOther = residentId !== null && residentId !== session.resident.id;
  keep(session);
  if (isOther) watcher?.onOther(session);
  return session;
}

/** Renews the session by its cookie; calls at the same time share one request. */
export function renew(): Promise<SignedIn> {
  renewal ??= ask('refresh', { body: {} })
    .then(keepRenewed)
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
  await ask('logout', { body: {} }).catch(() => undefined);
  forget();
  residentId = null;
  watcher?.onEnd('left');
}

/** Another page of this browser must not renew first, or with a clock that is off by some seconds. */
const marginMs = 20_000;

const isStale = (): boolean => token === null || Date.now() > endsAt - marginMs;

/** A `fetch` that signs its requests, renews the session when it is about to end, and says so when it cannot. */
export async function signedFetch(request: Request): Promise<Response> {
  if (isStale()) await renewOrEnd();
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

/** @throws ApiProblem where the session is over, or nobody answers */
async function renewOrEnd(): Promise<void> {
  // It is known to be over, unless another page of this browser has signed in since.
  if (localStorage.getItem(hint) === null) throw toProblem(401, { code: 'session_expired' }, null);
  try {
    await renew();
  } catch (problem) {
    const { status } = problem as { status: number };
    if (status === 401 || status === 403) {
      forget();
      watcher?.onEnd('ended');
    }
    throw problem;
  }
}
