import { useMutation } from '@tanstack/react-query';
import type { ReactNode, SubmitEvent } from 'react';
import { FaultNotice } from './notice.tsx';
import { signIn, type SignedIn } from './session.ts';
import { LanguageChoice } from './settings/language-choice.tsx';
import { useWords } from './words/use-words.tsx';

interface SignInProps {
  /** Whether the person was in until just now. */
  hasEnded: boolean;
  onDone: (session: SignedIn) => void;
}

/** The way in by e-mail and password. */
export function SignIn({ hasEnded, onDone }: SignInProps): ReactNode {
  const { say } = useWords();
  const attempt = useMutation({
    mutationFn: ({ email, password }: { email: string; password: string }) => signIn(email, password),
    onSuccess: onDone,
  });
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    attempt.mutate({ email: form.get('email') as string, password: form.get('password') as string });
  };
  return (
    <main className="page narrow">
      <img className="mark" src="/portal/mark.svg" alt="" width="56" height="56" />
      <h1>{say('signInTitle')}</h1>
      <p className="soft">{say('signInLead')}</p>
      {hasEnded && <p className="notice warn">{say('sessionEnded')}</p>}
      {attempt.error && <FaultNotice fault={attempt.error} />}
      <form onSubmit={submit} className="stack">
        <label>
          {say('email')}
          <input name="email" type="email" autoComplete="username" required />
        </label>
        <label>
          {say('password')}
          <input name="password" type="password" autoComplete="current-password" required />
        </label>
        <button type="submit" className="primary" disabled={attempt.isPending}>
          {say(attempt.isPending ? 'signingIn' : 'signIn')}
        </button>
      </form>
      <p className="soft small">{say('invitedHint')}</p>
      <LanguageChoice />
    </main>
  );
}
