import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { components } from '../../api/described/resident.ts';
import { read } from '../../api/problem.ts';
import { residentApi } from '../api.ts';
import { FaultNotice, Skeleton } from '../notice.tsx';
import type { Words } from '../words/en.ts';
import { useWords } from '../words/use-words.tsx';

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

/** The ways in which the door itself says whether it has opened. */
const asked: ReadonlySet<AccessEvent['method']> = new Set(['APP', 'LINK', 'STAFF']);

/** What came of it. A door whose answer is awaited, or never came, has not been seen to open. */
function outcomeOf({ decision, confirmed, method }: AccessEvent): { label: keyof Words; look: string } {
  if (decision === 'DENIED') return { label: 'doorDenied', look: 'bad' };
  if (confirmed === false) return { label: 'doorUnconfirmed', look: 'bad' };
  if (confirmed === null && asked.has(method)) return { label: 'doorAllowed', look: '' };
  return { label: 'doorOpened', look: 'good' };
}

function Opening({ event }: { event: AccessEvent }): ReactNode {
  const { say, time } = useWords();
  const { label, look } = outcomeOf(event);
  const who = [event.byMe ? say('you') : null, say(`method${event.method}`)].filter((part) => part !== null);
  return (
    <li className="row">
      <div>
        <strong>{event.accessPointName ?? say('aDoor')}</strong>
        <p className="soft small">
          {who.join(' ')} · {time(event.occurredAt)}
        </p>
      </div>
      <span className={`badge ${look}`}>{say(label)}</span>
    </li>
  );
}

/** Who opened a door for the home, by the person and by others. */
export function Openings(): ReactNode {
  const { say } = useWords();
  const { data, error, failureReason, refetch } = useOpenings();
  const fault = error ?? failureReason;
  return (
    <section>
      <h2>{say('whoOpened')}</h2>
      {fault && <FaultNotice fault={fault} retry={() => void refetch()} />}
      {!data && !fault && <Skeleton count={1} />}
      {data?.accessEvents.length === 0 && <p className="empty">{say('noOpenings')}</p>}
      <ul className="rows">
        {data?.accessEvents.map((event) => (
          <Opening key={event.id} event={event} />
        ))}
      </ul>
    </section>
  );
}
