import type { ReactNode } from 'react';
import { ApiProblem } from '../api/problem.ts';
import type { Words } from './words/en.ts';
import { useWords, type Speech } from './words/use-words.tsx';

/** The refusals that a person meets, in the language of the person. Others are shown as the service has put them. */
const sentences: Readonly<Record<string, keyof Words>> = {
  invalid_credentials: 'faultCredentials',
  session_expired: 'sessionEnded',
  token_expired: 'sessionEnded',
  token_invalid: 'sessionEnded',
  resident_former: 'faultFormer',
  resident_disabled: 'faultDisabled',
  resident_not_found: 'faultUnknown',
  email_unverified: 'faultUnverified',
  identity_conflict: 'faultOtherIdentity',
  identity_unavailable: 'faultIdentityAway',
  identity_canceled: 'faultCanceled',
  identity_refused: 'faultIdentity',
  identity_unasked: 'faultUnasked',
  primary_required: 'faultPrimary',
  occupants_not_allowed: 'faultManager',
  occupants_limit: 'faultOccupants',
  already_resident: 'faultResident',
  version_mismatch: 'faultChanged',
  not_found: 'faultGone',
};

/** Says a fault in one sentence. */
export function sayFault(fault: unknown, say: Speech['say']): string {
  if (!(fault instanceof ApiProblem) || fault.status === 0) return say('away');
  const sentence = sentences[fault.code];
  if (sentence) return say(sentence);
  if (fault.status === 429) return say('faultTooOften');
  if (fault.status >= 500) return say('faultService');
  const [first] = Object.values(fault.fields);
  return first === undefined ? fault.message : say('faultInput', { what: first });
}

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
