import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { components } from '../../api/described/resident.ts';
import { read } from '../../api/problem.ts';
import { residentApi } from '../api.ts';
import { FaultNotice, QueryCard } from '../notice.tsx';
import { useSave } from '../use-save.ts';
import { useSession } from '../use-session.ts';
import { useI18n } from '../messages/use-i18n.tsx';
import { PhoneForm } from './phone-form.tsx';

type Resident = components['schemas']['Resident'];

const ways = ['HIDDEN', 'INITIALS', 'NAME'] as const;

function Names({ resident }: { resident: Resident }): ReactNode {
  const { t } = useI18n();
  return (
    <div className="pair">
      <label>
        {t('firstName')}
        <input
          name="firstName"
          autoComplete="given-name"
          maxLength={100}
          defaultValue={resident.firstName ?? ''}
          required
        />
      </label>
      <label>
        {t('lastName')}
        <input
          name="lastName"
          autoComplete="family-name"
          maxLength={100}
          defaultValue={resident.lastName ?? ''}
          required
        />
      </label>
    </div>
  );
}

function DetailsForm({ resident }: { resident: Resident }): ReactNode {
  const { t } = useI18n();
  const cache = useQueryClient();
  const { session, replace } = useSession();
  const change = useSave({
    save: (form) => {
      const params = { header: { 'If-Match': `"${resident.version}"` } };
      const body = {
        firstName: form.get('firstName') as string,
        lastName: form.get('lastName') as string,
        directory: form.get('directory') as Resident['directory'],
      };
      return read(residentApi.PATCH('/api/v1/me', { params, body }));
    },
    onSuccess: (answer) => {
      cache.setQueryData(['me'], answer);
      replace({ ...session, resident: answer.resident });
    },
    // After a change elsewhere the form keeps its values, and the next save applies to the new version.
    onError: () => cache.invalidateQueries({ queryKey: ['me'] }),
  });
  return (
    <form className="stack" aria-label={t('myDetails')} onSubmit={change.submit} onChange={change.touch}>
      {change.error && <FaultNotice fault={change.error} />}
      <Names resident={resident} />
      <label>
        {t('directory')}
        <select name="directory" defaultValue={resident.directory}>
          {ways.map((way) => (
            <option key={way} value={way}>
              {t(`directory${way}`)}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" disabled={change.isPending}>
        {t(change.isSuccess ? 'saved' : 'save')}
      </button>
    </form>
  );
}

/** Names, their display on entry panels, and the phone number. */
export function MyDetails(): ReactNode {
  const { t } = useI18n();
  const query = useQuery({ queryKey: ['me'], queryFn: () => read(residentApi.GET('/api/v1/me')) });
  return (
    <QueryCard title={t('myDetails')} query={query}>
      {({ resident }) => (
        <>
          <DetailsForm resident={resident} />
          <PhoneForm phone={resident.phone} />
        </>
      )}
    </QueryCard>
  );
}
