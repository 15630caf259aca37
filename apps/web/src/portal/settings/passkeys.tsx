import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode, type SubmitEvent } from 'react';
import type { components } from '../../api/described/resident.ts';
import { ApiProblem, read } from '../../api/problem.ts';
import { residentApi } from '../api.ts';
import { FaultNotice, QueryCard } from '../notice.tsx';
import { addPasskey, type NewPasskey } from '../passkeys/add-passkey.ts';
import { canUsePasskeys } from '../passkeys/browser-passkeys.ts';
import { useI18n } from '../messages/use-i18n.tsx';
import { Removal } from './removal.tsx';
import { nameDevice } from './name-device.ts';

type Passkey = components['schemas']['Passkey'];

const key = ['passkeys'];

/** A button that removes a passkey after a confirmation. */
function Remove({ id, name }: { id: string; name: string }): ReactNode {
  const { t } = useI18n();
  const cache = useQueryClient();
  return (
    <Removal
      verb={t('remove')}
      name={name}
      question={t('removePasskeySure', { name })}
      remove={async () => read(residentApi.DELETE('/api/v1/me/passkeys/{id}', { params: { path: { id } } }))}
      onRemoved={() => cache.invalidateQueries({ queryKey: key })}
    />
  );
}

function PasskeyRow({
  passkey: { id, name: given, createdAt, lastUsedAt },
}: {
  passkey: Passkey;
}): ReactNode {
  const { t, time } = useI18n();
  const name = given ?? t('passkey');
  return (
    <li className="row">
      <div>
        <strong>{name}</strong>
        <p className="soft small">
          {lastUsedAt === null
            ? t('addedAt', { time: time(createdAt) })
            : t('lastUsed', { time: time(lastUsedAt) })}
        </p>
      </div>
      <Remove id={id} name={name} />
    </li>
  );
}

/** Adds a passkey of this device. Some time after the log-in, the service requires the password. */
function useAddPasskey() {
  const cache = useQueryClient();
  const [needsPassword, setNeedsPassword] = useState(false);
  const addition = useMutation({
    mutationFn: ({ password }: Pick<NewPasskey, 'password'>) =>
      addPasskey({ name: nameDevice(navigator.userAgent) || null, password }),
    onSuccess: () => {
      setNeedsPassword(false);
      return cache.invalidateQueries({ queryKey: key });
    },
    onError: (fault, { password }) => {
      if (password === undefined && fault instanceof ApiProblem && fault.code === 'login_too_old')
        setNeedsPassword(true);
      // Not awaited: until the mutation ends, its button is disabled, and Enter in the new field does nothing.
      void cache.invalidateQueries({ queryKey: key });
    },
  });
  const isAsking = needsPassword && addition.variables?.password === undefined;
  return { ...addition, needsPassword, error: isAsking ? null : addition.error };
}

function AddPasskey(): ReactNode {
  const { t } = useI18n();
  const addition = useAddPasskey();
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const password = new FormData(event.currentTarget).get('password');
    addition.mutate(typeof password === 'string' ? { password } : {});
  };
  return (
    <form className="stack apart" onSubmit={submit} aria-label={t('addPasskey')}>
      {addition.error && <FaultNotice fault={addition.error} />}
      {addition.isSuccess && (
        <p className="notice good" role="status">
          {t('passkeyAdded')}
        </p>
      )}
      {addition.needsPassword && (
        <label>
          {t('passkeyPassword')}
          <input name="password" type="password" autoComplete="current-password" autoFocus required />
        </label>
      )}
      <button type="submit" disabled={addition.isPending}>
        {t(addition.isPending ? 'passkeyWaiting' : 'addPasskey')}
      </button>
    </form>
  );
}

/** The person's passkeys, each with a button to remove it, and a button to add one of this device. */
export function Passkeys(): ReactNode {
  const { t } = useI18n();
  const query = useQuery({
    queryKey: key,
    queryFn: () => read(residentApi.GET('/api/v1/me/passkeys', { params: { query: { limit: 200 } } })),
  });
  return (
    <QueryCard title={t('passkeys')} query={query}>
      {({ passkeys }) => (
        <>
          <p className="soft small">{t('passkeysLead')}</p>
          {passkeys.length === 0 && <p className="soft">{t('noPasskeys')}</p>}
          <ul className="rows">
            {passkeys.map((passkey) => (
              <PasskeyRow key={passkey.id} passkey={passkey} />
            ))}
          </ul>
          {canUsePasskeys() && <AddPasskey />}
        </>
      )}
    </QueryCard>
  );
}
