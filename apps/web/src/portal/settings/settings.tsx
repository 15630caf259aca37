import { useState, type ReactNode } from 'react';
import { canNotify, ownDevice, stopNotifying } from '../push/browser-push.ts';
import { signOut } from '../session.ts';
import { useWords } from '../words/use-words.tsx';
import { CallSettings } from './call-settings.tsx';
import { Devices } from './devices.tsx';
import { Household } from './household.tsx';
import { LanguageOfMine } from './language-choice.tsx';
import { Memberships } from './memberships.tsx';
import { MyData } from './my-data.tsx';
import { MyDetails } from './my-details.tsx';
import { Sessions } from './sessions.tsx';

/** Leaves this browser: nobody who takes it up afterwards is told who rings. */
async function leave(): Promise<void> {
  if (canNotify() && ownDevice() !== null) await stopNotifying().catch(() => undefined);
  await signOut();
}

function SignOut(): ReactNode {
  const { say } = useWords();
  const [isLeaving, setLeaving] = useState(false);
  const press = (): void => {
    setLeaving(true);
    void leave();
  };
  return (
    <button type="button" className="wide" disabled={isLeaving} onClick={press}>
      {say('signOut')}
    </button>
  );
}

/** Everything that the person can set. */
export function Settings(): ReactNode {
  const { say } = useWords();
  return (
    <>
      <h1>{say('settings')}</h1>
      <Memberships />
      <CallSettings />
      <Household />
      <MyDetails />
      <section className="card">
        <LanguageOfMine />
      </section>
      <Devices />
      <Sessions />
      <MyData />
      <SignOut />
    </>
  );
}
