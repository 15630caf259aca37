import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { ApiProblem } from '../api/problem.ts';
import { FaultNotice, Skeleton } from './notice.tsx';
import { mayReturn, renew, watchEnd, type SignedIn } from './session.ts';
import { Shell } from './shell.tsx';
import { SignIn } from './sign-in.tsx';
import { addressOf } from './use-path.ts';

type State =
  | { kind: 'returning'; fault: unknown }
  | { kind: 'out'; hasEnded: boolean }
  | { kind: 'in'; session: SignedIn };

/** How long a page waits before it asks again for a session that no answer came for. */
const againMs = 3000;

/** The whole portal: the home of who is signed in, else the way in. */
export function Portal(): ReactNode {
  const [state, setState] = useState<State>(() =>
    mayReturn() ? { kind: 'returning', fault: null } : { kind: 'out', hasEnded: false },
  );
  const cache = useQueryClient();
  useEffect(() => {
    watchEnd(() => {
      cache.clear();
      setState((before) => ({ kind: 'out', hasEnded: before.kind === 'in' }));
    });
  }, [cache]);
  useEffect(() => {
    if (state.kind !== 'returning') return undefined;
    let isCurrent = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const comeIn = (session: SignedIn): void => {
      if (!isCurrent) return;
      if (location.pathname !== addressOf('') && location.pathname.endsWith('/welcome')) {
        history.replaceState(null, '', addressOf(''));
      }
      setState({ kind: 'in', session });
    };
    const stayOut = (fault: unknown): void => {
      if (!isCurrent) return;
      const isRefused = fault instanceof ApiProblem && fault.status >= 400 && fault.status < 500;
      if (isRefused) return setState({ kind: 'out', hasEnded: false });
      timer = setTimeout(() => isCurrent && setState({ kind: 'returning', fault }), againMs);
      return undefined;
    };
    renew().then(comeIn, stayOut);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [state]);
  if (state.kind === 'in') return <Shell session={state.session} />;
  if (state.kind === 'out') {
    return <SignIn hasEnded={state.hasEnded} onDone={(session) => setState({ kind: 'in', session })} />;
  }
  return (
    <main className="page">{state.fault === null ? <Skeleton /> : <FaultNotice fault={state.fault} />}</main>
  );
}
