import { useMutation } from '@tanstack/react-query';
import type { ReactNode, SubmitEvent } from 'react';
import { read } from '../../api/problem.ts';
import { residentApi } from '../api.ts';
import { FaultNotice } from '../notice.tsx';
import { useI18n } from '../messages/use-i18n.tsx';
import { ContactChange, textOf } from './contact-change.tsx';

interface NewEmail {
  email: string;
  /** Missing for a person who signs in by the identity provider alone. */
  password?: string;
}

interface CodeReceipt {
  emailVerification: { email: string };
}

const verify = (code: string) => read(residentApi.POST('/api/v1/me/email/verify', { body: { code } }));

/** Fields for the new address and the current password. The service mails a code to the address. */
function EmailRequest({ onSent }: { onSent: (email: string) => void }): ReactNode {
  const { t } = useI18n();
  const request = useMutation({
    mutationFn: (body: NewEmail) => read(residentApi.POST('/api/v1/me/email', { body })),
  });
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const [email, password] = [textOf(event, 'email'), textOf(event, 'password')];
    // Not called if the person has cancelled meanwhile.
    const goOn = ({ emailVerification }: CodeReceipt): void => onSent(emailVerification.email);
    request.mutate({ email, ...(password !== '' && { password }) }, { onSuccess: goOn });
  };
  return (
    <form className="stack" onSubmit={submit}>
      {request.error && <FaultNotice fault={request.error} />}
      <label>
        {t('newEmail')}
        <input name="email" type="email" autoComplete="email" maxLength={254} required />
      </label>
      <label>
        {t('currentPassword')}
        <input
          name="password"
          type="password"
          autoComplete="current-password"
          aria-describedby="no-password"
        />
      </label>
      <p className="soft small" id="no-password">
        {t('noPassword')}
      </p>
      <button type="submit" disabled={request.isPending}>
        {t('sendCode')}
      </button>
    </form>
  );
}

/** The e-mail address for the sign-in, with its change. A new address applies once its owner enters the mailed code. */
export function EmailForm({ email }: { email: string | null }): ReactNode {
  const { t } = useI18n();
  return (
    <ContactChange
      label={t('email')}
      value={<span className="long">{email ?? '–'}</span>}
      verb={t('changeEmail')}
      ask={(onSent) => <EmailRequest onSent={onSent} />}
      saySent={(to) => t('codeMailed', { email: to })}
      verify={verify}
    />
  );
}
