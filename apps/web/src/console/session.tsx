import { createContext, use, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { ApiProblem, read } from '../api/problem.ts';
import { api, type Entity } from './api.ts';
import { fixEnvironment, defaultEnvironment } from './environment.ts';
import { expectNoSession, mayHaveSession } from './session-hint.ts';
import { SignIn } from './shell/sign-in.tsx';
import { Loading } from './parts/loading.tsx';
import { FaultAlert } from './parts/fault-alert.tsx';

type Session = Entity<'CurrentOperatorSession'>;

/** Whether scopes include a scope; a write scope includes the narrow ones of its resource. */
function holds(scopes: readonly string[], scope: string): boolean {
  const [resource] = scope.split(':');
  const isNarrow = !/:(read|write)$/.test(scope);
  const enough = [scope, `${resource}:*`, ...(isNarrow ? [`${resource}:write`] : [])];
  return enough.some((one) => scopes.includes(one));
}

const SessionContext = createContext<Session | null>(null);

/** Returns the session of the signed-in person. */
export function useSession(): Session {
  const session = use(SessionContext);
  if (!session) throw new Error('useSession outside of SessionGate');
  return session;
}

/** Reads the session of the browser. */
const useSessionQuery = (isEnabled: boolean) =>
  useQuery({
    queryKey: ['session'],
    queryFn: async () => {
      const call = api.GET('/api/admin/auth/session');
      const answer = await read(call);
      const answered = (await call).response.headers.get('x-admin-env');
      fixEnvironment(defaultEnvironment(answer.session.environments, answered));
      return answer;
    },
    enabled: isEnabled,
    staleTime: 60_000,
  });

/** Shows the console to signed-in people, and the log-in to others. */
export function SessionGate({ children }: { children: ReactNode }): ReactNode {
  const mayReturn = mayHaveSession();
  const { data, error, failureReason } = useSessionQuery(mayReturn);
  if (data) return <SessionContext value={data.session}>{children}</SessionContext>;
  const isOut = error instanceof ApiProblem && error.status === 401;
  if (isOut) expectNoSession();
  if (!mayReturn || isOut) return <SignIn />;
  const fault = error ?? failureReason;
  return fault ? <FaultAlert fault={fault} /> : <Loading />;
}

/** Returns a function that tells whether the session has a scope. */
export function useMay(): (scope: string) => boolean {
  const { scopes } = useSession();
  return (scope) => holds(scopes, scope);
}
