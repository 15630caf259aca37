import { lazy, Suspense, useEffect, type MouseEvent, type ReactNode } from 'react';
import { Company } from './company.tsx';
import { Doors } from './doors/doors.tsx';
import { Icon, type IconName } from './icons.tsx';
import { Skeleton } from './notice.tsx';
import { watchNotifications } from './push/browser-push.ts';
import type { SignInResult } from './session.ts';
import { useSession } from './use-session.ts';
import { useTitle } from './use-title.ts';
import { addressOf, goTo, goToAddress, usePath } from './use-path.ts';
import { useI18n } from './messages/use-i18n.tsx';

const Guests = lazy(async () => ({ default: (await import('./guests/guests.tsx')).Guests }));
const Activity = lazy(async () => ({ default: (await import('./activity/activity.tsx')).Activity }));
const Ring = lazy(async () => ({ default: (await import('./ring/ring.tsx')).Ring }));
const Settings = lazy(async () => ({ default: (await import('./settings/settings.tsx')).Settings }));

const tabs = [
  { page: '', label: 'doors', icon: 'door' },
  { page: 'guests', label: 'guests', icon: 'guests' },
  { page: 'calls', label: 'activity', icon: 'activity' },
  { page: 'settings', label: 'settings', icon: 'settings' },
] as const satisfies { page: string; label: string; icon: IconName }[];

/** Returns the person's homes in one line. */
const homeOf = ({ resident: { residences } }: SignInResult): string =>
  residences.map(({ propertyName, unitLabel }) => `${propertyName}, ${unitLabel}`).join(' · ');

function Page({ path }: { path: string }): ReactNode {
  const { session } = useSession();
  if (path === 'guests') return <Guests />;
  if (path === 'calls') return <Activity />;
  if (path === 'settings') return <Settings />;
  if (path === 'ring') return <Ring />;
  return <Doors name={session.resident.firstName} home={homeOf(session)} />;
}

/** The frame of all pages: the current page, and a bar of tabs at the bottom. */
export function Shell(): ReactNode {
  const { t } = useI18n();
  const path = usePath();
  useEffect(() => watchNotifications(goToAddress), []);
  const current = path === 'ring' || tabs.some(({ page }) => page === path) ? path : '';
  useTitle(t(tabs.find(({ page }) => page === current)?.label ?? 'activity'));
  const follow = (event: MouseEvent, page: string): void => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    goTo(page);
  };
  return (
    <>
      <main className="page">
        <Company />
        <Suspense fallback={<Skeleton />}>
          <Page path={current} />
        </Suspense>
      </main>
      <nav className="tabs" aria-label={t('appName')}>
        {tabs.map(({ page, label, icon }) => (
          <a
            key={page}
            href={addressOf(page)}
            aria-current={page === current ? 'page' : undefined}
            onClick={(event) => follow(event, page)}
          >
            <Icon name={icon} />
            {t(label)}
          </a>
        ))}
      </nav>
    </>
  );
}
