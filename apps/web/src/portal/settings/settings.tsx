import type { ReactNode } from 'react';
import { signOut } from '../session.ts';
import { useWords } from '../words/use-words.tsx';
import { CallSettings } from './call-settings.tsx';
import { LanguageChoice } from './language-choice.tsx';
import { Sessions } from './sessions.tsx';

/** Everything that the person can set. */
export function Settings(): ReactNode {
  const { say } = useWords();
  return (
    <>
      <h1>{say('settings')}</h1>
      <section className="card">
        <LanguageChoice />
      </section>
      <CallSettings />
      <Sessions />
      <button type="button" className="wide" onClick={() => void signOut()}>
        {say('signOut')}
      </button>
    </>
  );
}
