import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FaultNotice } from '../notice.tsx';
import { switchTo } from '../session.ts';
import { goTo } from '../use-path.ts';
import { useSession } from '../use-session.ts';
import { useWords } from '../words/use-words.tsx';

/** The homes of the person at several companies: one at a time is shown. Nothing for who has homes at one company. */
export function Memberships(): ReactNode {
  const { say } = useWords();
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
      <h2>{say('memberships')}</h2>
      {change.error && <FaultNotice fault={change.error} />}
      <ul className="rows">
        {homes.map(({ userId, tenantName, current }) => (
          <li key={userId} className="row">
            <div>
              <strong>{tenantName}</strong>
              {current && <p className="soft small">{say('shownNow')}</p>}
            </div>
            {!current && (
              <button
                type="button"
                className="plain"
                aria-label={`${say('switchTo')}: ${tenantName}`}
                disabled={change.isPending}
                onClick={() => change.mutate(userId)}
              >
                {say('switchTo')}
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
