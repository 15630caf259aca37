import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { mobileApi } from '../api.ts';
import { FaultNotice, Skeleton } from '../notice.tsx';
import { useWords } from '../words/use-words.tsx';
import { NewPass } from './new-pass.tsx';
import type { Pass } from './pass.ts';
import { ReadyPass } from './ready-pass.tsx';

function PassRow({ pass }: { pass: Pass }): ReactNode {
  const { say, time } = useWords();
  const cache = useQueryClient();
  const end = useMutation({
    mutationFn: () => read(mobileApi.DELETE('/access/passes/{id}', { params: { path: { id: pass.id } } })),
    onSuccess: () => cache.invalidateQueries({ queryKey: ['passes'] }),
  });
  const name = pass.guestName ?? say('guest');
  return (
    <li className="row">
      <div>
        <strong>{name}</strong>
        <p className="soft small">{say('until', { time: time(pass.endsAt) })}</p>
        {end.error && <FaultNotice fault={end.error} />}
      </div>
      <button
        type="button"
        className="plain bad-text"
        aria-label={`${say('endPass')}: ${name}`}
        disabled={end.isPending}
        onClick={() => end.mutate()}
      >
        {say('endPass')}
      </button>
    </li>
  );
}

function PassList(): ReactNode {
  const { say } = useWords();
  const { data, error, failureReason, refetch } = useQuery({
    queryKey: ['passes'],
    queryFn: () => read(mobileApi.GET('/access/passes', { params: { query: { limit: 200 } } })),
  });
  const fault = error ?? failureReason;
  if (!data) return fault ? <FaultNotice fault={fault} retry={() => void refetch()} /> : <Skeleton />;
  const live = data.passes.filter(({ endsAt }) => Date.parse(endsAt) > Date.now());
  if (live.length === 0) return <p className="empty">{say('noPasses')}</p>;
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
 * The pass that was made last, until the person is done with it. Its PIN is shown only now: it is kept while the person
 * looks at another page, in memory alone.
 */
function useReadyPass() {
  const cache = useQueryClient();
  const { data = null } = useQuery<Pass | null>({ queryKey: readyKey, queryFn: skipToken, gcTime: Infinity });
  return { ready: data, setReady: (pass: Pass | null) => cache.setQueryData<Pass | null>(readyKey, pass) };
}

/** Lets somebody in: a new pass in three taps, and who can get in now. */
export function Guests({ home }: { home: string }): ReactNode {
  const { say } = useWords();
  const { ready, setReady } = useReadyPass();
  return (
    <>
      <h1>{say('letIn')}</h1>
      {ready ? (
        <ReadyPass pass={ready} home={home} onDone={() => setReady(null)} />
      ) : (
        <NewPass onReady={setReady} />
      )}
      <section>
        <h2>{say('currentPasses')}</h2>
        <PassList />
      </section>
    </>
  );
}
