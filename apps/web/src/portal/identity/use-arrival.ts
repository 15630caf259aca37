import { useEffect } from 'react';
import { signInByIdentity, type SignInResult } from '../session.ts';
import { identityFault } from './identity-faults.ts';
import { findIdentityProvider } from './identity-provider.ts';
import type { IdentityAnswer } from './journey.ts';

async function arrive(answer: IdentityAnswer): Promise<SignInResult> {
  const provider = findIdentityProvider();
  if (provider === null) throw identityFault('identity_unasked');
  const { finishJourney } = await import('./ask-provider.ts');
  return signInByIdentity(await finishJourney(provider, answer, location.origin));
}

const arrivals = new WeakMap<IdentityAnswer, Promise<SignInResult>>();

/** Redeems an answer once, because it works only once and an effect may run twice. */
function arriveOnce(answer: IdentityAnswer): Promise<SignInResult> {
  const arrival = arrivals.get(answer) ?? arrive(answer);
  arrivals.set(answer, arrival);
  return arrival;
}

interface Arrival {
  onIn: (session: SignInResult) => void;
  onRefused: (fault: unknown) => void;
}

/** Signs in a person who returns from the identity provider. */
export function useArrival(answer: IdentityAnswer | null, { onIn, onRefused }: Arrival): void {
  useEffect(() => {
    if (answer === null) return undefined;
    let isCurrent = true;
    arriveOnce(answer).then(
      (session) => {
        if (!isCurrent) return;
        if (answer.journey) history.replaceState(null, '', answer.journey.returnTo);
        onIn(session);
      },
      (fault: unknown) => {
        if (isCurrent) onRefused(fault);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [answer, onIn, onRefused]);
}
