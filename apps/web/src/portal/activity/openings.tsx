import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { components } from '../../api/described/resident.ts';
import { read } from '../../api/problem.ts';
import { residentApi } from '../api.ts';
import { useBuildingTime } from '../doors/building-time.tsx';
import { FaultNotice, Skeleton } from '../notice.tsx';
import type { Messages } from '../messages/en.ts';
import { useI18n } from '../messages/use-i18n.tsx';

type AccessEvent = components['schemas']['AccessEvent'];

const useOpenings = () =>
  useQuery({
    queryKey: ['openings'],
    queryFn: () => {
      const query = { limit: 50, sort: '-occurredAt' } as const;
      return read(residentApi.GET('/api/v1/access-events', { params: { query } }));
    },
    refetchInterval: 15_000,
  });

/** Methods for which the door itself confirms an opening. */
const asked: ReadonlySet<AccessEvent['method']> = new Set(['APP', 'LINK', 'STAFF', 'DTMF']);

/** Returns the outcome of an event. Without the door's confirmation an opening is only allowed. */
function outcomeOf({ decision, confirmed, method }: AccessEvent): { label: keyof Messages; look: string } {
  if (decision === 'DENIED') return { label: 'doorDenied', look: 'bad' };
  if (confirmed === false) return { label: 'doorUnconfirmed', look: 'bad' };
  if (confirmed === null && asked.has(method)) return { label: 'doorAllowed', look: '' };
  return { label: 'doorOpened', look: 'good' };
}

function Opening({ event }: { event: AccessEvent }): ReactNode {
  const { t } = useI18n();
  const time = useBuildingTime();
  const { label, look } = outcomeOf(event);
  const who = [event.byMe ? t('you') : null, t(`method${event.method}`)].filter((part) => part !== null);
  return (
    <li className="row">
      <div>
        <strong>{event.accessPointName ?? t('aDoor')}</strong>
        <p className="soft small">
          {who.join(' ')} · {time(event.occurredAt, event.propertyId)}
        </p>
      </div>
      <span className={`badge ${look}`}>{t(label)}</span>
    </li>
  );
}

/** Door openings for the home, by the person and by others. */
export function Openings(): ReactNode {
  const { t } = useI18n();
  const { data, error, failureReason, refetch } = useOpenings();
  const fault = error ?? failureReason;
  return (
    <section>
      <h2>{t('whoOpened')}</h2>
      {fault && <FaultNotice fault={fault} retry={() => void refetch()} />}
      {!data && !fault && <Skeleton count={1} />}
      {data?.accessEvents.length === 0 && <p className="empty">{t('noOpenings')}</p>}
      <ul className="rows">
        {data?.accessEvents.map((event) => (
          <Opening key={event.id} event={event} />
        ))}
      </ul>
    </section>
  );
}
