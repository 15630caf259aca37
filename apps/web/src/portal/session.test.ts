import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { read } from '../api/problem.ts';
import { signedFetch, signIn, signOut, watchSession, type SessionWatcher } from './session.ts';

/** The answer to a sign-in. Its token is that of the resident. */
const sessionOf = (id: string, expiresIn = 900) =>
  Response.json({ token: `token-${id}`, expiresIn, resident: { id } });

const refusal = (status: number): Response => Response.json({ code: 'refused' }, { status });

/** Tokens of the requests that have reached the service. */
let tokens: (string | null)[];
/** Answers to further requests, by the end of the path. */
let answers: Record<string, () => Response | Promise<Response>>;
const onEnd = vi.fn<SessionWatcher['onEnd']>();

/** Answers a sign-in at first, and later requests by `answers`. */
async function signInAs(id: string, expiresIn?: number): Promise<void> {
  answers = { login: () => sessionOf(id, expiresIn) };
  await signIn('a@example.test', 'password');
}

const save = (): Promise<Response> => signedFetch(new Request('https://portal.test/me', { method: 'PATCH' }));

beforeEach(() => {
  tokens = [];
  onEnd.mockReset();
  watchSession({ onEnd, onOther: () => undefined });
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  vi.stubGlobal('fetch', async (sent: Request | string) => {
    const isAuth = typeof sent === 'string';
    if (!isAuth) tokens.push(sent.headers.get('authorization'));
    const answer = answers[(isAuth ? sent : sent.url).split('/').at(-1) ?? ''];
    if (!answer) throw new TypeError('The network is away.');
    return answer();
  });
});
afterEach(() => vi.unstubAllGlobals());

test('a request is sent with a renewed token of the same resident', async () => {
  await signInAs('a', 0);
  answers = { refresh: () => sessionOf('a'), me: () => Response.json({}) };
  expect((await save()).status).toBe(200);
  expect(tokens).toEqual(['Bearer token-a']);
});

test('a request is not sent once another page has signed in another resident', async () => {
  await signInAs('a', 0);
  answers = { refresh: () => sessionOf('b'), me: () => Response.json({}) };
  await expect(read(save().then((response) => ({ response })))).rejects.toMatchObject({
    status: 409,
    code: 'other_resident',
  });
  expect(tokens).toEqual([]);
});

test('a refused request is not repeated as another resident', async () => {
  await signInAs('a');
  answers = { refresh: () => sessionOf('b'), me: () => refusal(401) };
  await expect(save()).rejects.toMatchObject({ code: 'other_resident' });
  expect(tokens).toEqual(['Bearer token-a']);
});

test('an answer is dropped once another resident has signed in', async () => {
  await signInAs('a');
  const held = Promise.withResolvers<Response>();
  answers = { me: () => held.promise };
  const saved = save();
  await signInAs('b');
  held.resolve(Response.json({}));
  await expect(saved).rejects.toMatchObject({ code: 'other_resident' });
  expect(tokens).toEqual(['Bearer token-a']);
});

test.each([
  ['without an answer', {}, 0],
  ['with a fault of the service', { logout: () => refusal(503) }, 503],
])('a sign-out %s fails, and the person stays signed in', async (_when, next, status) => {
  await signInAs('a');
  answers = next;
  await expect(signOut()).rejects.toMatchObject({ status });
  expect(onEnd).not.toHaveBeenCalled();
  answers = { me: () => Response.json({}) };
  expect((await save()).status).toBe(200);
});

test.each([204, 401])('a sign-out with the answer %i ends the session', async (status) => {
  await signInAs('a');
  answers = { logout: () => (status === 204 ? new Response(null, { status }) : refusal(status)) };
  await signOut();
  expect(onEnd).toHaveBeenCalledExactlyOnceWith('left');
  await expect(save()).rejects.toMatchObject({ code: 'session_expired' });
});
