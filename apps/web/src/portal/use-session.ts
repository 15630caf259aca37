import { createContext, use } from 'react';
import type { SignInResult } from './session.ts';

interface SessionHandle {
  session: SignInResult;
  /** Shows another home of the person. */
  replace: (session: SignInResult) => void;
}

export const SessionContext = createContext<SessionHandle | null>(null);

/** Returns the session of the signed-in person. */
export function useSession(): SessionHandle {
  const handle = use(SessionContext);
  if (!handle) throw new Error('useSession outside of the signed-in portal');
  return handle;
}
