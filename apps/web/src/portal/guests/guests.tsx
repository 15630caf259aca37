import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { mobileApi } from '../api.ts';
import { FaultNotice, Skeleton } from '../notice.tsx';
import { useI18n } from '../messages/use-i18n.tsx';
import { NewPass } from './new-pass.tsx';
import { PassPeriod } from './pass-period.tsx';
import type { Pass } from './pass.ts';
import { ReadyPass } from './ready-pass.tsx';

function PassRow({ pass }: { pass: Pass }): ReactNode {
  const { t } = useI18n();
  const cache = useQueryClient();
  const end = useMutation({
    mutationFn: () => read(mobileApi.DELETE('/access/passes/{id}', { params: { path: { id: pass.id } } })),
    onSuccess: () => cache.invalidateQueries({ queryKey: ['passes'] }),
  });
  const name = pass.guestName ?? t('guest');
  return (
    <li className="row">
      <div>
        <strong>{name}</strong>
        <PassPeriod pass={pass} />
        {end.error && <FaultNotice fault={end.error} />}
      </div>
      <button
        type="button"
        className="plain bad-text"
        aria-label={`${t('endPass')}: ${name}`}
        disabled={end.isPending}
        onClick={() => end.mutate()}
      >
        {t('endPass')}
      </button>
    </li>
  );
}

function PassList(): ReactNode {
  const { t } = useI18n();
  const { data, error, failureReason, refetch } = useQuery({
    queryKey: ['passes'],
    queryFn: () => read(mobileApi.GET('/access/passes', { params: { query: { limit: 200 } } })),
  });
  const fault = error ?? failureReason;
  if (!data) return fault ? <FaultNotice fault={fault} retry={() => void refetch()} /> : <Skeleton />;
  const live = data.passes.filter(({ endsAt }) => Date.parse(endsAt) > Date.now());
  if (live.length === 0) return <p className="empty">{t('noPasses')}</p>;
  return (
    <ul className="rows">
      {live.map((pass) => (
        <PassRow key={pass.id} pass={pass} />
      ))}
    </ul>
  );
}

const readyKey = ['ready-pass'];

/**
 * Holds the last created pass until the person presses Done, in memory only. Its PIN is shown only once, so
 * it must survive a visit to another page.
 */
function useReadyPass() {
  const cache = useQueryClient();
  const { data = null } = useQuery<Pass | null>({ queryKey: readyKey, queryFn: skipToken, gcTime: Infinity });
  return { ready: data, setReady: (pass: Pass | null) => cache.setQueryData<Pass | null>(readyKey, pass) };
}

/** A form that creates a pass in three taps, and the active passes. */
export function Guests(): ReactNode {
  const { t } = useI18n();
  const { ready, setReady } = useReadyPass();
  return (
    <>
      <h1>{t('letIn')}</h1>
      {ready ? <ReadyPass pass={ready} onDone={() => setReady(null)} /> : <NewPass onReady={setReady} />}
      <section>
        <h2>{t('currentPasses')}</h2>
        <PassList />
      </section>
    </>
  );
}
