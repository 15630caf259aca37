import { createContext, use } from 'react';
import type { SignedIn } from './session.ts';

interface SessionHandle {
  session: SignedIn;
  /** Shows another home of the person. */
  replace: (session: SignedIn) => void;
}

export const SessionContext = createContext<SessionHandle | null>(null);

/** Returns the session of the signed-in person. */
export function useSession(): SessionHandle {
  const handle = use(SessionContext);
  if (!handle) throw new Error('useSession outside of the signed-in portal');
  return handle;
}
