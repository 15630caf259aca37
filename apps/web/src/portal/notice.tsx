import type { ReactNode } from 'react';
import { ApiProblem } from '../api/problem.ts';
import { sayFault } from './say-fault.ts';
import { useI18n } from './messages/use-i18n.tsx';

interface FaultNoticeProps {
  fault: unknown;
  retry?: (() => void) | undefined;
  /** Whether the request repeats by itself. Default: if it has `retry`. */
  isRetried?: boolean;
}

/** A notice with the problem, and its correlation id for support. */
export function FaultNotice({ fault, retry, isRetried = retry !== undefined }: FaultNoticeProps): ReactNode {
  const { t } = useI18n();
  const id = fault instanceof ApiProblem ? fault.correlationId : null;
  return (
    <div className="notice bad" role="alert">
      <p>{sayFault(fault, t, isRetried)}</p>
      {id !== null && <p className="small">{t('reference', { id })}</p>}
      {retry && (
        <button type="button" className="plain" onClick={retry}>
          {t('tryAgain')}
        </button>
      )}
    </div>
  );
}

/** Placeholders of content that is loading. */
export function Skeleton({ count = 3 }: { count?: number }): ReactNode {
  const { t } = useI18n();
  return (
    <div role="status" aria-label={t('loading')}>
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

/** A card with data of the service: placeholders while it loads, a notice if it fails. */
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
