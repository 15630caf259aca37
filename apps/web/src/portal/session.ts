import { ApiProblem, noAnswer, toProblem } from '../api/problem.ts';
import type { components, operations } from '../api/described/resident.ts';

/** The session of the signed-in person. */
export type SignInResult = components['schemas']['SignInResult'];

/** Key of the hint that a cookie may exist. The hint is no credential. */
const hint = 'pas.portal.returns';

let token: string | null = null;
let endsAt = 0;
/** The resident that the page shows. */
let residentId: string | null = null;
let renewal: Promise<SignInResult> | null = null;
/** End of a session: the person signed out, or the renewal failed. */
export type End = 'left' | 'ended';

/** Callbacks for changes of the session while a page is open. */
export interface SessionWatcher {
  onEnd: (end: End) => void;
  /** Called when another page of this browser has signed in another person or switched to another home. */
  onOther: (session: SignInResult) => void;
}

let watcher: SessionWatcher | null = null;

/** Sets the watcher of the session. */
export function watchSession(next: SessionWatcher): void {
  watcher = next;
}

function keep(session: SignInResult): SignInResult {
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

interface AuthRequest {
  body?: object;
  bearer?: string;
}

async function ask<Answer = SignInResult>(path: string, { body, bearer }: AuthRequest): Promise<Answer> {
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
  if (response.ok) return answer as Answer;
  throw toProblem(response.status, answer, response.headers.get('x-correlation-id'));
}

/**
 * Signs a resident in by password.
 *
 * @throws ApiProblem with the code of the refusal
 */
export const signIn = async (email: string, password: string): Promise<SignInResult> =>
  keep(await ask('login', { body: { email, password } }));

/** Maps a 401 to a fault of the credential, which is neither a wrong password nor an ended session. */
const refuseAs =
  (code: string) =>
  (fault: unknown): never => {
    if (!(fault instanceof ApiProblem) || fault.status !== 401) throw fault;
    const { message, status, correlationId, fields } = fault;
    throw new ApiProblem(message, { status, code, correlationId, fields });
  };

/**
 * Signs a resident in by the ID token of the identity provider, without storing the token.
 *
 * @throws ApiProblem with the code of the refusal
 */
export const signInByIdentity = async (idToken: string): Promise<SignInResult> =>
  keep(await ask('clerk-session', { bearer: idToken }).catch(refuseAs('identity_refused')));

type Content<Operation extends keyof operations> = operations[Operation]['responses'] extends {
  200: { content: { 'application/json': infer Body } };
}
  ? Body
  : never;

/**
 * Requests options for a sign-in by passkey.
 *
 * @throws ApiProblem
 */
export const preparePasskeySignIn = async (): Promise<Content<'requestPasskeySignInOptions'>> =>
  ask('passkeys/options', { body: {} });

/**
 * Signs a resident in by the answer of a passkey.
 *
 * @throws ApiProblem with the code of the refusal
 */
export const signInByPasskey = async (body: {
  challengeId: string;
  credential: object;
}): Promise<SignInResult> => keep(await ask('passkeys', { body }).catch(refuseAs('passkey_refused')));

/**
 * Switches the session to the same person at another company.
 *
 * @throws ApiProblem with the code of the refusal
 */
export async function switchTo(userId: string): Promise<SignInResult> {
  if (isStale()) await renewOrEnd();
  return keep(await ask('switch', { body: { userId }, bearer: token ?? '' }));
}

/**
 * Returns to the resident that the page shows after a new log-in, if the person has that membership. The
 * log-in itself chooses one of several homes.
 *
 * @throws ApiProblem if the person has lost the membership
 */
export async function returnTo(userId: string, session: SignInResult): Promise<SignInResult> {
  const isSame = session.resident.id === userId;
  const mayReturn = session.memberships.some((home) => home.userId === userId && home.status !== 'DISABLED');
  return isSame || !mayReturn ? session : switchTo(userId);
}

/** Stores a renewed session. Notifies the watcher if it belongs to another resident than the page shows. */
function keepRenewed(session: SignInResult): SignInResult {
  const isOther = residentId !== null && residentId !== session.resident.id;
  keep(session);
  if (isOther) watcher?.onOther(session);
  return session;
}

/** Renews the session by its cookie; concurrent calls share one request. */
export function renew(): Promise<SignInResult> {
  renewal ??= ask('refresh', { body: {} })
    .then(keepRenewed)
    .finally(() => {
      renewal = null;
    });
  return renewal;
}

/** Whether a cookie of an earlier visit or a recent sign-up may exist. */
export const mayReturn = (): boolean =>
  localStorage.getItem(hint) !== null || location.pathname === '/portal/welcome';

/**
 * Ends the session at the service, then here. A session that has already ended is no fault.
 *
 * @throws ApiProblem if the cookie may still be valid. The person stays signed in.
 */
export async function signOut(): Promise<void> {
  await ask('logout', { body: {} }).catch((fault: unknown) => {
    if (!(fault instanceof ApiProblem) || fault.status !== 401) throw fault;
  });
  forget();
  residentId = null;
  watcher?.onEnd('left');
}

const otherResident = {
  code: 'other_resident',
  message: 'Another person or home has signed in.',
};

/** Margin for a clock that is off by some seconds, and for a renewal by another page of this browser. */
const marginMs = 20_000;

const isStale = (): boolean => token === null || Date.now() > endsAt - marginMs;

/**
 * A `fetch` that adds the access token, and renews a session that is about to expire. Notifies the watcher of
 * a failed renewal. A request of one resident is never sent as another, and its answer never appears there.
 *
 * @throws ApiProblem for an ended session, a missing answer, or a session of another resident since the request
 */
export async function signedFetch(request: Request): Promise<Response> {
  const senderId = residentId;
  if (isStale()) await renewOrEnd();
  const requireSender = (): void => {
    if (residentId !== senderId) throw toProblem(409, otherResident, null);
  };
  const send = async (): Promise<Response> => {
    requireSender();
    const copy = request.clone();
    copy.headers.set('Authorization', `Bearer ${token ?? ''}`);
    const response = await fetch(copy);
    requireSender();
    return response;
  };
  const response = await send();
  if (response.status !== 401) return response;
  await renewOrEnd();
  return send();
}

/** @throws ApiProblem for an ended session or a missing answer */
async function renewOrEnd(): Promise<void> {
  // Without the hint the session has ended, unless another page of this browser has signed in since.
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
