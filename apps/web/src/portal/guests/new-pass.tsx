import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode, type SubmitEvent } from 'react';
import { read } from '../../api/problem.ts';
import { mobileApi } from '../api.ts';
import { useDoors } from '../doors/use-doors.ts';
import { FaultNotice, Skeleton } from '../notice.tsx';
import { useWords } from '../words/use-words.tsx';
import type { Pass } from './pass.ts';
import { PassChoices } from './pass-choices.tsx';

function bodyOf(form: FormData) {
  const guestName = (form.get('guestName') as string).trim();
  const now = Date.now();
  return {
    accessPointIds: form.getAll('door') as string[],
    startsAt: new Date(now).toISOString(),
    endsAt: new Date(now + Number(form.get('hours')) * 3_600_000).toISOString(),
    ...(guestName !== '' && { guestName }),
  };
}

/** Chooses doors and a time, and makes the pass. */
export function NewPass({ onReady }: { onReady: (pass: Pass) => void }): ReactNode {
  const { say } = useWords();
  const { data, failureReason } = useDoors();
  const cache = useQueryClient();
  const [hasNoDoor, setHasNoDoor] = useState(false);
  const creation = useMutation({
    mutationFn: (form: FormData) => {
      const params = { header: { 'Idempotency-Key': crypto.randomUUID() } };
      return read(mobileApi.POST('/access/passes', { params, body: bodyOf(form) }));
    },
    onSuccess: ({ pass }) => {
      onReady(pass);
      return cache.invalidateQueries({ queryKey: ['passes'] });
    },
  });
  if (!data) return failureReason ? <FaultNotice fault={failureReason} /> : <Skeleton />;
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setHasNoDoor(!form.has('door'));
    if (form.has('door')) creation.mutate(form);
  };
  if (data.accessPoints.length === 0) return <p className="empty">{say('noDoors')}</p>;
  return (
    <form className="stack card" onSubmit={submit}>
      <p className="soft">{say('passLead')}</p>
      {creation.error && <FaultNotice fault={creation.error} />}
      <PassChoices doors={data.accessPoints} />
      {hasNoDoor && (
        <p className="notice bad" role="alert">
          {say('chooseDoor')}
        </p>
      )}
      <label>
        {say('guestName')}
        <input name="guestName" maxLength={100} autoComplete="off" />
      </label>
      <button type="submit" className="primary" disabled={creation.isPending}>
        {say('createPass')}
      </button>
    </form>
  );
}
