import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import type { SendOptions } from '../../api/sending.ts';
import { mobileApi } from '../api.ts';
import { useDoors } from '../doors/use-doors.ts';
import { FaultNotice, Skeleton } from '../notice.tsx';
import { useSave } from '../use-save.ts';
import { useI18n } from '../messages/use-i18n.tsx';
import type { Pass } from './pass.ts';
import { PassChoices } from './pass-choices.tsx';
import { timesOf, type TimeChoice } from './pass-times.ts';

function bodyOf(form: FormData, at: number) {
  const timeZone = form.get('timeZone') as string;
  const guestName = (form.get('guestName') as string).trim();
  return {
    accessPointIds: form.getAll('door') as string[],
    ...timesOf(form.get('when') as TimeChoice, at, timeZone),
    ...(guestName !== '' && { guestName }),
  };
}

const create = (form: FormData, { header, at }: SendOptions) =>
  read(mobileApi.POST('/access/passes', { params: { header }, body: bodyOf(form, at) }));

/** A form for doors and duration that creates a pass. */
export function NewPass({ onReady }: { onReady: (pass: Pass) => void }): ReactNode {
  const { t } = useI18n();
  const { data, failureReason } = useDoors();
  const cache = useQueryClient();
  const [hasNoDoor, setHasNoDoor] = useState(false);
  const creation = useSave({
    save: create,
    mayBeSent: (form) => {
      setHasNoDoor(!form.has('door'));
      return form.has('door');
    },
    onSuccess: ({ pass }) => {
      onReady(pass);
      return cache.invalidateQueries({ queryKey: ['passes'] });
    },
  });
  if (!data) return failureReason ? <FaultNotice fault={failureReason} isRetried /> : <Skeleton />;
  if (data.accessPoints.length === 0) return <p className="empty">{t('noDoors')}</p>;
  return (
    <form className="stack card" onSubmit={creation.submit}>
      <p className="soft">{t('passLead')}</p>
      {creation.error && <FaultNotice fault={creation.error} />}
      <PassChoices doors={data.accessPoints} />
      {hasNoDoor && (
        <p className="notice bad" role="alert">
          {t('chooseDoor')}
        </p>
      )}
      <label>
        {t('guestName')}
        <input name="guestName" maxLength={100} autoComplete="off" />
      </label>
      <button type="submit" className="primary" disabled={creation.isPending}>
        {t('createPass')}
      </button>
    </form>
  );
}
