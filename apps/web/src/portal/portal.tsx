import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import { ApiProblem } from '../api/problem.ts';
import type { IdentityAnswer } from './identity/journey.ts';
import { useArrival } from './identity/use-arrival.ts';
import { FaultNotice, Skeleton } from './notice.tsx';
import { mayReturn, renew, returnTo, watchSession, type End, type SignInResult } from './session.ts';
import { addressOf } from './use-path.ts';
import { SessionContext } from './use-session.ts';
import { useI18n } from './messages/use-i18n.tsx';

const loadShell = async () => import('./shell.tsx');
const loadSignIn = async () => import('./sign-in.tsx');
const Shell = lazy(async () => ({ default: (await loadShell()).Shell }));
const SignIn = lazy(async () => ({ default: (await loadSignIn()).SignIn }));

type State =
  | { kind: 'returning'; fault: unknown }
  | { kind: 'arriving'; answer: IdentityAnswer }
  | { kind: 'out'; refusal: unknown }
  | { kind: 'in'; session: SignInResult; hasEnded: boolean };

const outside: State = { kind: 'out', refusal: null };

function firstState(answer: IdentityAnswer | null): State {
  if (answer !== null) return { kind: 'arriving', answer };
  return mayReturn() ? { kind: 'returning', fault: null } : outside;
}

/** Pause before another attempt to restore a session, in milliseconds. */
const againMs = 3000;

interface InsideProps {
  session: SignInResult;
  hasEnded: boolean;
  onSession: (session: SignInResult) => void;
}

/**
 * The signed-in person's portal. When the session ends, the page stays mounted behind the sign-in, so that
 * typed values remain.
 */
function Inside({ session, hasEnded, onSession }: InsideProps): ReactNode {
  const handle = useMemo(() => ({ session, replace: onSession }), [session, onSession]);
  const { adopt } = useI18n();
  useEffect(() => adopt(session.resident.locale), [adopt, session.resident.locale]);
  // The sign-in must be there when the session ends, also during a release.
  useEffect(() => void loadSignIn().catch(() => undefined), []);
  const comeBack = async (next: SignInResult): Promise<void> =>
    onSession(await returnTo(session.resident.id, next).catch(() => next));
  return (
    <SessionContext value={handle}>
      {hasEnded && (
        <Suspense>
          <SignIn returning={session.resident.email} refusal={null} onDone={(next) => void comeBack(next)} />
        </Suspense>
      )}
      <div key={session.resident.id} hidden={hasEnded}>
        <Shell />
      </div>
    </SessionContext>
  );
}

/** Restores the session of an earlier visit, and retries until the service answers. */
function useReturn(isReturning: boolean, setState: (state: State) => void, fault: unknown): void {
  useEffect(() => {
    if (!isReturning) return undefined;
    let isCurrent = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const comeIn = (session: SignInResult): void => {
      if (!isCurrent) return;
      if (location.pathname.endsWith('/welcome')) history.replaceState(null, '', addressOf(''));
      setState({ kind: 'in', session, hasEnded: false });
    };
    const stayOut = (next: unknown): void => {
      if (!isCurrent) return;
      const isRefused = next instanceof ApiProblem && next.status >= 400 && next.status < 500;
      if (isRefused) return setState(outside);
      timer = setTimeout(() => isCurrent && setState({ kind: 'returning', fault: next }), againMs);
      return undefined;
    };
    renew().then(comeIn, stayOut);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [isReturning, setState, fault]);
}

/** The page until a part of it or the session has loaded, with the fault of the last attempt. */
const Waiting = ({ fault = null }: { fault?: unknown }): ReactNode => (
  <main className="page">{fault === null ? <Skeleton /> : <FaultNotice fault={fault} isRetried />}</main>
);

interface PortalProps {
  /** The identity provider's answer; null on every other visit. */
  identityAnswer: IdentityAnswer | null;
}

/** The portal: the signed-in person's pages, else the sign-in. */
export function Portal({ identityAnswer }: PortalProps): ReactNode {
  const [state, setState] = useState<State>(() => firstState(identityAnswer));
  const cache = useQueryClient();
  const fault = state.kind === 'returning' ? state.fault : null;
  useReturn(state.kind === 'returning', setState, fault);
  const person = state.kind === 'in' ? state.session.resident.id : null;
  const comeIn = useCallback(
    (session: SignInResult): void => {
      // Cached data of another person or home must not appear.
      if (person === session.resident.id) void cache.invalidateQueries();
      else cache.clear();
      setState({ kind: 'in', session, hasEnded: false });
    },
    [cache, person],
  );
  useEffect(() => {
    const onEnd = (end: End): void => {
      if (end === 'left') cache.clear();
      setState((before) =>
        end === 'ended' && before.kind === 'in' ? { ...before, hasEnded: true } : outside,
      );
    };
    watchSession({ onEnd, onOther: comeIn });
  }, [cache, comeIn]);
  const stayOut = useCallback((refusal: unknown): void => setState({ kind: 'out', refusal }), []);
  useArrival(state.kind === 'arriving' ? state.answer : null, { onIn: comeIn, onRefused: stayOut });
  // Loads beside the request for the session, or while the person signs in.
  useEffect(() => void loadShell().catch(() => undefined), []);
  return (
    <Suspense fallback={<Waiting />}>
      {state.kind === 'in' && <Inside session={state.session} hasEnded={state.hasEnded} onSession={comeIn} />}
      {state.kind === 'out' && <SignIn returning={null} refusal={state.refusal} onDone={comeIn} />}
      {(state.kind === 'returning' || state.kind === 'arriving') && <Waiting fault={fault} />}
    </Suspense>
  );
}
