import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FaultNotice } from '../notice.tsx';
import { switchTo } from '../session.ts';
import { goTo } from '../use-path.ts';
import { useSession } from '../use-session.ts';
import { useI18n } from '../messages/use-i18n.tsx';

/** The person's homes at several companies, with buttons to switch; nothing for homes at one company. */
export function Memberships(): ReactNode {
  const { t } = useI18n();
  const { session, replace } = useSession();
  const change = useMutation({
    mutationFn: switchTo,
    onSuccess: (next) => {
      goTo('');
      replace(next);
    },
  });
  const homes = session.memberships.filter(({ status }) => status !== 'DISABLED');
  if (homes.length < 2) return null;
  return (
    <section className="card">
      <h2>{t('memberships')}</h2>
      {change.error && <FaultNotice fault={change.error} />}
      <ul className="rows">
        {homes.map(({ userId, tenantName, current }) => (
          <li key={userId} className="row">
            <div>
              <strong>{tenantName}</strong>
              {current && <p className="soft small">{t('shownNow')}</p>}
            </div>
            {!current && (
              <button
                type="button"
                className="plain"
                aria-label={`${t('switchTo')}: ${tenantName}`}
                disabled={change.isPending}
                onClick={() => change.mutate(userId)}
              >
                {t('switchTo')}
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
