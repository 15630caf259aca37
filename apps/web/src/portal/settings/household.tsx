import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import type { components } from '../../api/described/resident.ts';
import { read } from '../../api/problem.ts';
import { sayPhone } from '../../phones/say-phone.ts';
import { residentApi } from '../api.ts';
import { FaultNotice, QueryCard } from '../notice.tsx';
import { useSave } from '../use-save.ts';
import { useSession } from '../use-session.ts';
import { useWords } from '../words/use-words.tsx';

type Occupant = components['schemas']['Occupant'];

const keyOf = (unitId: string) => ['occupants', unitId];

interface RowProps {
  unitId: string;
  occupant: Occupant;
}

/** The way to take somebody's doors away, which is asked for twice. */
function Remove({ unitId, userId, name }: { unitId: string; userId: string; name: string }): ReactNode {
  const { say } = useWords();
  const cache = useQueryClient();
  const [isSure, setSure] = useState(false);
  const removal = useMutation({
    mutationFn: () => {
      const params = { path: { id: unitId, userId } };
      return read(residentApi.DELETE('/api/v1/units/{id}/occupants/{userId}', { params }));
    },
    onSuccess: () => cache.invalidateQueries({ queryKey: keyOf(unitId) }),
  });
  if (!isSure) {
    return (
      <button
        type="button"
        className="plain bad-text"
        aria-label={`${say('moveOut')}: ${name}`}
        onClick={() => setSure(true)}
      >
        {say('moveOut')}
      </button>
    );
  }
  return (
    <div className="stack whole" role="group" aria-label={`${say('moveOut')}: ${name}`}>
      <p role="alert">{say('moveOutSure', { name })}</p>
      {removal.error && <FaultNotice fault={removal.error} />}
      <div className="pair">
        <button type="button" autoFocus disabled={removal.isPending} onClick={() => setSure(false)}>
          {say('keep')}
        </button>
        <button
          type="button"
          className="bad-text"
          disabled={removal.isPending}
          onClick={() => removal.mutate()}
        >
          {say('moveOut')}
        </button>
      </div>
    </div>
  );
}

function OccupantRow({ unitId, occupant }: RowProps): ReactNode {
  const { say, time } = useWords();
  const name =
    occupant.name ?? occupant.email ?? (occupant.phone && sayPhone(occupant.phone)) ?? say('guest');
  const isPending = occupant.status === 'PENDING';
  return (
    <li className="row">
      <div>
        <strong>{name}</strong>
        <p className="soft small">
          {isPending ? say('occupantPending') : say('occupantSince', { time: time(occupant.since) })}
        </p>
      </div>
      {occupant.userId !== null && <Remove unitId={unitId} userId={occupant.userId} name={name} />}
    </li>
  );
}

/** Empties the fields that still say what was sent: what somebody has typed meanwhile is for the next one. */
function emptySent(form: HTMLFormElement, sent: FormData): void {
  for (const field of form.querySelectorAll('input')) {
    if (field.value === sent.get(field.name)) field.value = '';
  }
}

function InviteForm({ unitId }: { unitId: string }): ReactNode {
  const { say } = useWords();
  const cache = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const invite = useSave({
    save: (sent) => {
      const params = { path: { id: unitId } };
      const name = (sent.get('name') as string).trim();
      const body = { email: sent.get('email') as string, ...(name !== '' && { name }) };
      return read(residentApi.POST('/api/v1/units/{id}/occupants', { params, body }));
    },
    onSuccess: (_answer, sent) => {
      if (form.current) emptySent(form.current, sent);
      return cache.invalidateQueries({ queryKey: keyOf(unitId) });
    },
  });
  return (
    <form className="stack apart" ref={form} onSubmit={invite.submit} aria-label={say('inviteOccupant')}>
      <strong>{say('inviteOccupant')}</strong>
      {invite.error && <FaultNotice fault={invite.error} />}
      {invite.isSuccess && (
        <p className="notice good" role="status">
          {say('inviteSent', { email: invite.variables.get('email') as string })}
        </p>
      )}
      <label>
        {say('email')}
        <input name="email" type="email" autoComplete="off" required />
      </label>
      <label>
        {say('occupantName')}
        <input name="name" maxLength={100} autoComplete="off" />
      </label>
      <button type="submit" disabled={invite.isPending}>
        {say('sendInvite')}
      </button>
    </form>
  );
}

interface HomeProps {
  unitId: string;
  title: string;
}

function HomePeople({ unitId, title }: HomeProps): ReactNode {
  const { say } = useWords();
  const query = useQuery({
    queryKey: keyOf(unitId),
    queryFn: () => {
      const params = { path: { id: unitId }, query: { limit: 200 } };
      return read(residentApi.GET('/api/v1/units/{id}/occupants', { params }));
    },
  });
  return (
    <QueryCard title={title} query={query}>
      {({ occupants }) => (
        <>
          <p className="soft small">{say('householdLead')}</p>
          {occupants.length === 0 && <p className="soft">{say('noOccupants')}</p>}
          <ul className="rows">
            {occupants.map((occupant) => (
              <OccupantRow key={occupant.userId ?? occupant.inviteId} unitId={unitId} occupant={occupant} />
            ))}
          </ul>
          <InviteForm unitId={unitId} />
        </>
      )}
    </QueryCard>
  );
}

/** Who else lives in the homes of which the person is the main resident; others see nothing of it. */
export function Household(): ReactNode {
  const { say } = useWords();
  const { residences } = useSession().session.resident;
  const own = residences.filter(({ role }) => role === 'PRIMARY');
  return own.map(({ unitId, unitLabel }) => {
    const title = own.length === 1 ? say('household') : `${say('household')}: ${unitLabel}`;
    return <HomePeople key={unitId} unitId={unitId} title={title} />;
  });
}
