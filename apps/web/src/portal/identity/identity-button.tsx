import { useMutation } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { FaultNotice } from '../notice.tsx';
import { useI18n } from '../messages/use-i18n.tsx';
import { findIdentityProvider, type IdentityProvider } from './identity-provider.ts';
import { keepJourney } from './journey.ts';

interface Departure {
  provider: IdentityProvider;
  isAnew: boolean;
}

/** Opens the identity provider. */
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
  /** Whether the provider must ask for the account, because the known one was refused. */
  isAnew: boolean;
  /** Whether a page with unsaved input is behind the sign-in; leaving loses it. */
  isReturning: boolean;
}

/** A button that signs in by the identity provider; nothing if the page names none. */
export function IdentityButton({ isAnew, isReturning }: IdentityButtonProps): ReactNode {
  const { t } = useI18n();
  const departure = useMutation({ mutationFn: leave });
  const { reset } = departure;
  useEffect(() => {
    // The browser's back button may restore the page as it was left.
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
      <p className="or soft">{t('or')}</p>
      {departure.error && <FaultNotice fault={departure.error} />}
      <button
        type="button"
        className="wide"
        disabled={isLeaving}
        onClick={() => departure.mutate({ provider, isAnew })}
      >
        {t(isLeaving ? 'identityLeaving' : 'identitySignIn')}
      </button>
      {isReturning && <p className="soft small">{t('identityLeaves')}</p>}
    </div>
  );
}
