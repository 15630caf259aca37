import type { ReactNode } from 'react';
import { ApiProblem } from '../api/problem.ts';
import { useWords } from './words/use-words.tsx';

interface FaultNoticeProps {
  fault: unknown;
  retry?: (() => void) | undefined;
}

/** Says what went wrong, with the id to tell to those who look into it. */
export function FaultNotice({ fault, retry }: FaultNoticeProps): ReactNode {
  const { say } = useWords();
  const problem = fault instanceof ApiProblem ? fault : null;
  return (
    <div className="notice bad" role="alert">
      <p>{problem === null || problem.status === 0 ? say('away') : problem.message}</p>
      {problem?.correlationId && <p className="small">{say('reference', { id: problem.correlationId })}</p>}
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
