import type { ReactNode } from 'react';
import { ApiProblem } from '../api/problem.ts';
import { sayFault } from './say-fault.ts';
import { useWords } from './words/use-words.tsx';

interface FaultNoticeProps {
  fault: unknown;
  retry?: (() => void) | undefined;
}

/** Says what went wrong, with the id to tell to those who look into it. */
export function FaultNotice({ fault, retry }: FaultNoticeProps): ReactNode {
  const { say } = useWords();
  const id = fault instanceof ApiProblem ? fault.correlationId : null;
  return (
    <div className="notice bad" role="alert">
      <p>{sayFault(fault, say)}</p>
      {id !== null && <p className="small">{say('reference', { id })}</p>}
      {retry && (
        <button type="button" className="plain" onClick={retry}>
          {say('tryAgain')}
        </button>
      )}
    </div>
  );
}

/** Grey shapes in the place of what is being loaded. */
export function Skeleton({ count = 3 }: { count?: number }): ReactNode {
  const { say } = useWords();
  return (
    <div role="status" aria-label={say('loading')}>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className="skeleton" />
      ))}
    </div>
  );
}

interface QueryCardProps<Data> {
  title: string;
  query: { data: Data | undefined; error: unknown; failureReason: unknown; refetch: () => unknown };
  children: (data: Data) => ReactNode;
}

/** A card of what is read from the service: grey while it is awaited, the fault where it does not come. */
export function QueryCard<Data>({ title, query, children }: QueryCardProps<Data>): ReactNode {
  const { data, error, failureReason, refetch } = query;
  const fault = error ?? failureReason;
  return (
    <section className="card">
      <h2>{title}</h2>
      {data !== undefined && children(data)}
      {data === undefined && !fault && <Skeleton count={1} />}
      {data === undefined && !!fault && <FaultNotice fault={fault} retry={() => void refetch()} />}
    </section>
  );
}
