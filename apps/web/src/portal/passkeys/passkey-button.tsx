import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, type ReactNode } from 'react';
import { useI18n } from '../messages/use-i18n.tsx';
import { canUsePasskeys, suggestsPasskeys } from './browser-passkeys.ts';
import type { PasskeyOffer } from './ask-passkey.ts';

/** Offers passkeys among the suggestions of the e-mail field, if the browser can. */
function useSuggestions(offer: PasskeyOffer): void {
  const onDone = useEffectEvent(offer.onDone);
  const onFault = useEffectEvent(offer.onFault);
  useEffect(() => {
    let isCurrent = true;
    let end = (): void => undefined;
    const start = async (): Promise<void> => {
      if (!(await suggestsPasskeys())) return;
      const { offerPasskeys } = await import('./ask-passkey.ts');
      if (isCurrent)
        end = offerPasskeys({ onDone: (session) => onDone(session), onFault: (fault) => onFault(fault) });
    };
    void start().catch(() => undefined);
    return () => {
      isCurrent = false;
      end();
    };
  }, []);
}

/** A button that signs in by a passkey; nothing in browsers without passkeys. */
export function PasskeyButton({ onDone, onFault }: PasskeyOffer): ReactNode {
  const { t } = useI18n();
  useSuggestions({ onDone, onFault });
  const attempt = useMutation({
    mutationFn: async () => (await import('./ask-passkey.ts')).askPasskey(),
    onMutate: () => onFault(null),
    onError: onFault,
    onSuccess: onDone,
  });
  if (!canUsePasskeys()) return null;
  return (
    <button type="button" className="wide" disabled={attempt.isPending} onClick={() => attempt.mutate()}>
      {t(attempt.isPending ? 'passkeyWaiting' : 'passkeySignIn')}
    </button>
  );
}
