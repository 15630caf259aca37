import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { residentApi } from '../api.ts';
import { FaultNotice } from '../notice.tsx';
import { useSave } from '../use-save.ts';
import { useI18n } from '../messages/use-i18n.tsx';
import { ContactChange } from './contact-change.tsx';

const verify = (code: string) => read(residentApi.POST('/api/v1/me/email/verify', { body: { code } }));

/** Fields for the new address and the current password. The service mails a code to the address. */
function EmailRequest({ onSent }: { onSent: (email: string) => void }): ReactNode {
  const { t } = useI18n();
  const request = useSave({
    save: (form) => {
      const email = form.get('email') as string;
      // Empty for a person who signs in by the identity provider alone.
      const password = form.get('password') as string;
      const body = { email, ...(password !== '' && { password }) };
      return read(residentApi.POST('/api/v1/me/email', { body }));
    },
    onDone: ({ emailVerification }) => onSent(emailVerification.email),
  });
  return (
    <form className="stack" onSubmit={request.submit}>
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
