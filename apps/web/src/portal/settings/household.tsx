import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, type ReactNode } from 'react';
import type { components } from '../../api/described/resident.ts';
import { read } from '../../api/problem.ts';
import { sayPhone } from '../../phones/say-phone.ts';
import { residentApi } from '../api.ts';
import { FaultNotice, QueryCard } from '../notice.tsx';
import { useSave } from '../use-save.ts';
import { useSession } from '../use-session.ts';
import { useI18n } from '../messages/use-i18n.tsx';
import { Removal } from './removal.tsx';

type Occupant = components['schemas']['Occupant'];

const keyOf = (unitId: string) => ['occupants', unitId];

interface RowProps {
  unitId: string;
  occupant: Occupant;
}

/** A button that ends a member's access after a confirmation. */
function Remove({ unitId, userId, name }: { unitId: string; userId: string; name: string }): ReactNode {
  const { t } = useI18n();
  const cache = useQueryClient();
  const params = { path: { id: unitId, userId } };
  return (
    <Removal
      verb={t('moveOut')}
      name={name}
      question={t('moveOutSure', { name })}
      remove={async () => read(residentApi.DELETE('/api/v1/units/{id}/occupants/{userId}', { params }))}
      onRemoved={() => cache.invalidateQueries({ queryKey: keyOf(unitId) })}
    />
  );
}

function OccupantRow({ unitId, occupant }: RowProps): ReactNode {
  const { t, time } = useI18n();
  const name = occupant.name ?? occupant.email ?? (occupant.phone && sayPhone(occupant.phone)) ?? t('guest');
  const isPending = occupant.status === 'PENDING';
  return (
    <li className="row">
      <div>
        <strong>{name}</strong>
        <p className="soft small">
          {isPending ? t('occupantPending') : t('occupantSince', { time: time(occupant.since) })}
        </p>
      </div>
      {occupant.userId !== null && <Remove unitId={unitId} userId={occupant.userId} name={name} />}
    </li>
  );
}

/** Empties the fields that still contain the sent values. Text typed since then is for the next invite. */
function emptySent(form: HTMLFormElement, sent: FormData): void {
  for (const field of form.querySelectorAll('input')) {
    if (field.value === sent.get(field.name)) field.value = '';
  }
}

function InviteForm({ unitId }: { unitId: string }): ReactNode {
  const { t } = useI18n();
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
    <form className="stack apart" ref={form} onSubmit={invite.submit} aria-label={t('inviteOccupant')}>
      <strong>{t('inviteOccupant')}</strong>
      {invite.error && <FaultNotice fault={invite.error} />}
      {invite.isSuccess && (
        <p className="notice good" role="status">
          {t('inviteSent', { email: invite.variables.get('email') as string })}
        </p>
      )}
      <label>
        {t('email')}
        <input name="email" type="email" autoComplete="off" required />
      </label>
      <label>
        {t('occupantName')}
        <input name="name" maxLength={100} autoComplete="off" />
      </label>
      <button type="submit" disabled={invite.isPending}>
        {t('sendInvite')}
      </button>
    </form>
  );
}

interface HomeProps {
  unitId: string;
  title: string;
}

function HomePeople({ unitId, title }: HomeProps): ReactNode {
  const { t } = useI18n();
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
          <p className="soft small">{t('householdLead')}</p>
          {occupants.length === 0 && <p className="soft">{t('noOccupants')}</p>}
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

/** Members of the homes in which the person is the main resident; nothing for other residents. */
export function Household(): ReactNode {
  const { t } = useI18n();
  const { residences } = useSession().session.resident;
  const own = residences.filter(({ role }) => role === 'PRIMARY');
  return own.map(({ unitId, unitLabel }) => {
    const title = own.length === 1 ? t('household') : `${t('household')}: ${unitLabel}`;
    return <HomePeople key={unitId} unitId={unitId} title={title} />;
  });
}
