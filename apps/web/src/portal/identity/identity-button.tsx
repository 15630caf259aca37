import { useMutation } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { FaultNotice } from '../notice.tsx';
import { useWords } from '../words/use-words.tsx';
import { findIdentityProvider, type IdentityProvider } from './identity-provider.ts';
import { keepJourney } from './journey.ts';

interface Departure {
  provider: IdentityProvider;
  isAnew: boolean;
}

/** Leaves for the identity provider. */
async function leave({ provider, isAnew }: Departure): Promise<void> {
  const { startJourney } = await import('./ask-provider.ts');
  const { origin, pathname, search } = location;
  const { address, journey } = await startJourney(provider, {
    origin,
    returnTo: `${pathname}${search}`,
    isAnew,
  });
  keepJourney(sessionStorage, journey);
  location.assign(address);
}

interface IdentityButtonProps {
  /** Whether the provider is to ask for the account, as the one that it knows was refused. */
  isAnew: boolean;
  /** Whether a page with texts of the person stands behind: it is lost on the way. */
  isReturning: boolean;
}

/** The way in by the identity provider; nothing where the page names none. */
export function IdentityButton({ isAnew, isReturning }: IdentityButtonProps): ReactNode {
  const { say } = useWords();
  const departure = useMutation({ mutationFn: leave });
  const { reset } = departure;
  useEffect(() => {
    // Back from the provider by the browser's own button, which may show the page as it was left.
    const show = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) reset();
    };
    addEventListener('pageshow', show);
    return () => removeEventListener('pageshow', show);
  }, [reset]);
  const provider = findIdentityProvider();
  if (provider === null) return null;
  const isLeaving = departure.isPending || departure.isSuccess;
  return (
    <div className="stack">
      <p className="or soft">{say('or')}</p>
      {departure.error && <FaultNotice fault={departure.error} />}
      <button
        type="button"
        className="wide"
        disabled={isLeaving}
        onClick={() => departure.mutate({ provider, isAnew })}
      >
        {say(isLeaving ? 'identityLeaving' : 'identitySignIn')}
      </button>
      {isReturning && <p className="soft small">{say('identityLeaves')}</p>}
    </div>
  );
}
