import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import type { components } from '../../api/described/resident.ts';
import { residentApi } from '../api.ts';
import { FaultNotice, QueryCard } from '../notice.tsx';
import { useI18n } from '../messages/use-i18n.tsx';
import { nameDevice } from './name-device.ts';

type Session = components['schemas']['Session'];

function SessionRow({ session }: { session: Session }): ReactNode {
  const { t, time } = useI18n();
  const cache = useQueryClient();
  const end = useMutation({
    mutationFn: () =>
      read(residentApi.DELETE('/api/v1/sessions/{id}', { params: { path: { id: session.id } } })),
    onSuccess: () => cache.invalidateQueries({ queryKey: ['sessions'] }),
  });
  const name = nameDevice(session.userAgent) || t('unknownDevice');
  return (
    <li className="row">
      <div>
        <strong>{name}</strong>
        <p className="soft small">
          {session.current ? t('thisDevice') : t('lastUsed', { time: time(session.lastUsedAt) })}
        </p>
        {end.error && <FaultNotice fault={end.error} />}
      </div>
      {!session.current && (
        <button
          type="button"
          className="plain bad-text"
          aria-label={`${t('end')}: ${name}`}
          disabled={end.isPending}
          onClick={() => end.mutate()}
        >
          {t('end')}
        </button>
      )}
    </li>
  );
}

/** The person's active sessions, each with a button to end it. */
export function Sessions(): ReactNode {
  const { t } = useI18n();
  const query = useQuery({
    queryKey: ['sessions'],
    queryFn: () => read(residentApi.GET('/api/v1/sessions', { params: { query: { limit: 200 } } })),
  });
  return (
    <QueryCard title={t('sessions')} query={query}>
      {({ sessions }) => (
        <ul className="rows">
          {sessions.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </ul>
      )}
    </QueryCard>
  );
}
