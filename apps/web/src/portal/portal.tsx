import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import { ApiProblem } from '../api/problem.ts';
import type { IdentityAnswer } from './identity/journey.ts';
import { useArrival } from './identity/use-arrival.ts';
import { FaultNotice, Skeleton } from './notice.tsx';
import { mayReturn, renew, returnTo, watchSession, type End, type SignedIn } from './session.ts';
import { Shell } from './shell.tsx';
import { SignIn } from './sign-in.tsx';
import { addressOf } from './use-path.ts';
import { SessionContext } from './use-session.ts';
import { useWords } from './words/use-words.tsx';

type State =
  | { kind: 'returning'; fault: unknown }
  | { kind: 'arriving'; answer: IdentityAnswer }
  | { kind: 'out'; refusal: unknown }
  | { kind: 'in'; session: SignedIn; hasEnded: boolean };

const outside: State = { kind: 'out', refusal: null };

function firstState(answer: IdentityAnswer | null): State {
  if (answer !== null) return { kind: 'arriving', answer };
  return mayReturn() ? { kind: 'returning', fault: null } : outside;
}

/** How long a page waits before it asks again for a session that no answer came for. */
const againMs = 3000;

interface InsideProps {
  session: SignedIn;
  hasEnded: boolean;
  onSession: (session: SignedIn) => void;
}

/**
 * The home of who is signed in. Where the session ends meanwhile, the page stays as it is behind the way in, so that
 * nothing is lost that was typed.
 */
function Inside({ session, hasEnded, onSession }: InsideProps): ReactNode {
  const handle = useMemo(() => ({ session, replace: onSession }), [session, onSession]);
  const { adopt } = useWords();
  useEffect(() => adopt(session.resident.locale), [adopt, session.resident.locale]);
  const comeBack = async (next: SignedIn): Promise<void> =>
    onSession(await returnTo(session.resident.id, next).catch(() => next));
  return (
    <SessionContext value={handle}>
      {hasEnded && (
        <SignIn returning={session.resident.email} refusal={null} onDone={(next) => void comeBack(next)} />
      )}
      <div key={session.resident.id} hidden={hasEnded}>
        <Shell />
      </div>
    </SessionContext>
  );
}

/** Asks for the session of an earlier visit until there is an answer. */
function useReturn(isReturning: boolean, setState: (state: State) => void, fault: unknown): void {
  useEffect(() => {
    if (!isReturning) return undefined;
    let isCurrent = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const comeIn = (session: SignedIn): void => {
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

interface PortalProps {
  /** With what the identity provider has sent the person back here; null on every other visit. */
  identityAnswer: IdentityAnswer | null;
}

/** The whole portal: the home of who is signed in, else the way in. */
export function Portal({ identityAnswer }: PortalProps): ReactNode {
  const [state, setState] = useState<State>(() => firstState(identityAnswer));
  const cache = useQueryClient();
  const fault = state.kind === 'returning' ? state.fault : null;
  useReturn(state.kind === 'returning', setState, fault);
  const person = state.kind === 'in' ? state.session.resident.id : null;
  const comeIn = useCallback(
    (session: SignedIn): void => {
      // What was read for another person, or another home, is not for this one.
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
  if (state.kind === 'in') {
    return <Inside session={state.session} hasEnded={state.hasEnded} onSession={comeIn} />;
  }
  if (state.kind === 'out') return <SignIn returning={null} refusal={state.refusal} onDone={comeIn} />;
  return <main className="page">{fault === null ? <Skeleton /> : <FaultNotice fault={fault} />}</main>;
}
