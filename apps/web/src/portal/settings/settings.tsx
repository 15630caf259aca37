import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FaultNotice } from '../notice.tsx';
import { canNotify, ownDevice, stopNotifying } from '../push/browser-push.ts';
import { signOut } from '../session.ts';
import { useI18n } from '../messages/use-i18n.tsx';
import { CallSettings } from './call-settings.tsx';
import { Devices } from './devices.tsx';
import { Household } from './household.tsx';
import { LanguageOfMine } from './language-choice.tsx';
import { Memberships } from './memberships.tsx';
import { MyData } from './my-data.tsx';
import { MyDetails } from './my-details.tsx';
import { Passkeys } from './passkeys.tsx';
import { ProblemReport } from './problem-report.tsx';
import { SchemeChoice } from './scheme-choice.tsx';
import { Sessions } from './sessions.tsx';
import { SignInDetails } from './sign-in-details.tsx';

/** Ends the notifications of this browser, then signs out. The next user of the browser sees no calls. */
async function leave(): Promise<void> {
  if (canNotify() && ownDevice() !== null) await stopNotifying().catch(() => undefined);
  await signOut();
}

function SignOut(): ReactNode {
  const { t } = useI18n();
  const cache = useQueryClient();
  const leaving = useMutation({
    mutationFn: leave,
    // The notifications of this browser have ended even if the person stays.
    onError: () => void cache.invalidateQueries({ queryKey: ['devices'] }),
  });
  return (
    <>
      {leaving.error && <FaultNotice fault={leaving.error} />}
      <button type="button" className="wide" disabled={leaving.isPending} onClick={() => leaving.mutate()}>
        {t('signOut')}
      </button>
    </>
  );
}

/** All settings of the person. */
export function Settings(): ReactNode {
  const { t } = useI18n();
  return (
    <>
      <h1>{t('settings')}</h1>
      <Memberships />
      <CallSettings />
      <Household />
      <ProblemReport />
      <MyDetails />
      <SignInDetails />
      <section className="card">
        <LanguageOfMine />
        <SchemeChoice />
      </section>
      <Devices />
      <Passkeys />
      <Sessions />
      <MyData />
      <SignOut />
    </>
  );
}
