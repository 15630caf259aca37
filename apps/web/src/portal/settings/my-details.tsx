import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { components } from '../../api/described/resident.ts';
import { read } from '../../api/problem.ts';
import { residentApi } from '../api.ts';
import { QueryCard } from '../notice.tsx';
import { useSave } from '../use-save.ts';
import { useSession } from '../use-session.ts';
import { useI18n } from '../messages/use-i18n.tsx';
import { PhoneForm } from './phone-form.tsx';
import { SettingsForm } from './settings-form.tsx';
import { useFormStart } from './use-form-start.ts';

type Resident = components['schemas']['Resident'];
type Details = Pick<Resident, 'directory'> & { firstName: string; lastName: string };

const ways = ['HIDDEN', 'INITIALS', 'NAME'] as const;

const detailsOf = ({ firstName, lastName, directory }: Resident): Details => {
  return { firstName: firstName ?? '', lastName: lastName ?? '', directory };
};

const typedDetails = (form: FormData): Details => {
  return {
    firstName: form.get('firstName') as string,
    lastName: form.get('lastName') as string,
    directory: form.get('directory') as Resident['directory'],
  };
};

function Fields({ start: { firstName, lastName, directory } }: { start: Details }): ReactNode {
  const { t } = useI18n();
  return (
    <>
      <div className="pair">
        <label>
          {t('firstName')}
          <input
            name="firstName"
            autoComplete="given-name"
            maxLength={100}
            defaultValue={firstName}
            required
          />
        </label>
        <label>
          {t('lastName')}
          <input
            name="lastName"
            autoComplete="family-name"
            maxLength={100}
            defaultValue={lastName}
            required
          />
        </label>
      </div>
      <label>
        {t('directory')}
        <select name="directory" defaultValue={directory}>
          {ways.map((way) => (
            <option key={way} value={way}>
              {t(`directory${way}`)}
            </option>
          ))}
        </select>
      </label>
    </>
  );
}

function DetailsForm({ resident }: { resident: Resident }): ReactNode {
  const { t } = useI18n();
  const cache = useQueryClient();
  const { session, replace } = useSession();
  const { ref, start, round, changes, keep } = useFormStart(detailsOf(resident), typedDetails);
  const change = useSave({
    save: (form) => read(residentApi.PATCH('/api/v1/me', { body: changes(form) })),
    onSuccess: (answer, form) => {
      keep(form);
      cache.setQueryData(['me'], answer);
      replace({ ...session, resident: answer.resident });
    },
  });
  return (
    <SettingsForm label={t('myDetails')} form={ref} change={change}>
      <Fields key={round} start={start} />
    </SettingsForm>
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
