import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode, SubmitEvent } from 'react';
import { read } from '../../api/problem.ts';
import { mobileApi } from '../api.ts';
import { useDoors } from '../doors/use-doors.ts';
import { FaultNotice, Skeleton } from '../notice.tsx';
import { useWords } from '../words/use-words.tsx';
import type { Pass } from './pass.ts';

const durations = [
  { hours: 2, label: 'hours2' },
  { hours: 8, label: 'hours8' },
  { hours: 72, label: 'days3' },
] as const;

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

interface ChoicesProps {
  doors: readonly { id: string; name: string; unitId: string | null }[];
}

/** The doors, of which the shared ones are chosen already, and the time. */
function Choices({ doors }: ChoicesProps): ReactNode {
  const { say } = useWords();
  return (
    <>
      <fieldset>
        <legend>{say('whichDoors')}</legend>
        {doors.map(({ id, name, unitId }) => (
          <label key={id} className="choice">
            <input type="checkbox" name="door" value={id} defaultChecked={unitId === null} />
            {name}
          </label>
        ))}
      </fieldset>
      <fieldset className="segments">
        <legend>{say('howLong')}</legend>
        {durations.map(({ hours, label }, index) => (
          <label key={hours}>
            <input type="radio" name="hours" value={hours} defaultChecked={index === 0} />
            <span>{say(label)}</span>
          </label>
        ))}
      </fieldset>
    </>
  );
}

/** Chooses doors and a time, and makes the pass. */
export function NewPass({ onReady }: { onReady: (pass: Pass) => void }): ReactNode {
  const { say } = useWords();
  const { data, failureReason } = useDoors();
  const cache = useQueryClient();
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
    creation.mutate(new FormData(event.currentTarget));
  };
  return (
    <form className="stack card" onSubmit={submit}>
      <p className="soft">{say('passLead')}</p>
      {creation.error && <FaultNotice fault={creation.error} />}
      <Choices doors={data.accessPoints} />
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
