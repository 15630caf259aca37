import { useState, type ReactNode } from 'react';
import { IdentityButton } from './identity/identity-button.tsx';
import { FaultNotice } from './notice.tsx';
import { PasskeyButton } from './passkeys/passkey-button.tsx';
import { signIn, type SignInResult } from './session.ts';
import { LanguageChoice } from './settings/language-choice.tsx';
import { useSave } from './use-save.ts';
import { useTitle } from './use-title.ts';
import { useI18n } from './messages/use-i18n.tsx';

interface SignInProps {
  /** E-mail address of the person whose session has ended; null without such a session. */
  returning: string | null;
  /** Fault of the last sign-in by the identity provider; null without one. */
  refusal: unknown;
  onDone: (session: SignInResult) => void;
}

interface PasswordFormProps {
  email: string | undefined;
  onFault: (fault: unknown) => void;
  onDone: (session: SignInResult) => void;
}

function PasswordForm({ email, onFault, onDone }: PasswordFormProps): ReactNode {
  const { t } = useI18n();
  const attempt = useSave({
    save: (form) => {
      onFault(null);
      return signIn(form.get('email') as string, form.get('password') as string);
    },
    onError: onFault,
    onSuccess: onDone,
  });
  return (
    <form onSubmit={attempt.submit} className="stack">
      <label>
        {t('email')}
        <input name="email" type="email" autoComplete="username webauthn" defaultValue={email} required />
      </label>
      <label>
        {t('password')}
        <input
          name="password"
          type="password"
          autoComplete="current-password"
          autoFocus={email !== undefined}
          required
        />
      </label>
      <button type="submit" className="primary" disabled={attempt.isPending}>
        {t(attempt.isPending ? 'signingIn' : 'signIn')}
      </button>
    </form>
  );
}

/** The sign-in by e-mail and password, by a passkey, or by the identity provider. */
export function SignIn({ returning, refusal, onDone }: SignInProps): ReactNode {
  const { t } = useI18n();
  const [fault, setFault] = useState(refusal);
  useTitle(t('signInTitle'));
  return (
    <main className="page narrow">
      <img className="mark" src="/portal/mark.svg" alt="" width="56" height="56" />
      <h1>{t('signInTitle')}</h1>
      {returning === null ? (
        <p className="soft">{t('signInLead')}</p>
      ) : (
        <p className="notice warn" role="alert">
          {t('sessionEnded')} {t('returnTo')}
        </p>
      )}
      {fault !== null && <FaultNotice fault={fault} />}
      <PasswordForm email={returning ?? undefined} onFault={setFault} onDone={onDone} />
      <p className="after">
        <a href="/reset">{t('forgotten')}</a>
      </p>
      <PasskeyButton onFault={setFault} onDone={onDone} />
      <IdentityButton isAnew={refusal !== null} isReturning={returning !== null} />
      <p className="soft small hint">{t('invitedHint')}</p>
      <LanguageChoice />
    </main>
  );
}
