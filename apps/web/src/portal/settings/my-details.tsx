import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { components } from '../../api/described/resident.ts';
import { read } from '../../api/problem.ts';
import { residentApi } from '../api.ts';
import { FaultNotice, QueryCard } from '../notice.tsx';
import { useSave } from '../use-save.ts';
import { useSession } from '../use-session.ts';
import { useWords } from '../words/use-words.tsx';
import { PhoneForm } from './phone-form.tsx';

type Resident = components['schemas']['Resident'];

const ways = ['HIDDEN', 'INITIALS', 'NAME'] as const;

function Names({ resident }: { resident: Resident }): ReactNode {
  const { say } = useWords();
  return (
    <div className="pair">
      <label>
        {say('firstName')}
        <input
          name="firstName"
          autoComplete="given-name"
          maxLength={100}
          defaultValue={resident.firstName ?? ''}
          required
        />
      </label>
      <label>
        {say('lastName')}
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
  const { say } = useWords();
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
    // Somebody has changed it elsewhere: the form stays, and the next save is on top of that.
    onError: () => cache.invalidateQueries({ queryKey: ['me'] }),
  });
  return (
    <form className="stack" aria-label={say('myDetails')} onSubmit={change.submit} onChange={change.touch}>
      {change.error && <FaultNotice fault={change.error} />}
      <Names resident={resident} />
      <label>
        {say('directory')}
        <select name="directory" defaultValue={resident.directory}>
          {ways.map((way) => (
            <option key={way} value={way}>
              {say(`directory${way}`)}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" disabled={change.isPending}>
        {say(change.isSuccess ? 'saved' : 'save')}
      </button>
    </form>
  );
}

/** Names, how the panels at the doors show them, and the phone. */
export function MyDetails(): ReactNode {
  const { say } = useWords();
  const query = useQuery({ queryKey: ['me'], queryFn: () => read(residentApi.GET('/api/v1/me')) });
  return (
    <QueryCard title={say('myDetails')} query={query}>
      {({ resident }) => (
        <>
          <DetailsForm resident={resident} />
          <PhoneForm phone={resident.phone} />
        </>
      )}
    </QueryCard>
  );
}
