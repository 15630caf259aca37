import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { sayPhone } from '../../phones/say-phone.ts';
import { residentApi } from '../api.ts';
import { FaultNotice } from '../notice.tsx';
import { useSave } from '../use-save.ts';
import { useI18n } from '../messages/use-i18n.tsx';
import { ContactChange } from './contact-change.tsx';

const verify = (code: string) => read(residentApi.POST('/api/v1/me/phone/verify', { body: { code } }));

/** A field for the new number, to which the service sends a code. */
function NewPhone({ onSent }: { onSent: (phone: string) => void }): ReactNode {
  const { t } = useI18n();
  const request = useSave({
    save: (form) => {
      const phone = form.get('phone') as string;
      return read(residentApi.POST('/api/v1/me/phone', { body: { phone } }));
    },
    onDone: ({ phoneVerification }) => onSent(phoneVerification.phone),
  });
  return (
    <form className="stack" onSubmit={request.submit}>
      {request.error && <FaultNotice fault={request.error} />}
      <label>
        {t('newPhone')}
        <input name="phone" type="tel" autoComplete="tel" maxLength={40} required />
      </label>
      <button type="submit" disabled={request.isPending}>
        {t('sendCode')}
      </button>
    </form>
  );
}

/**
 * The phone number for calls, with its change. A new number applies once its owner enters the code of a text
 * message.
 */
export function PhoneForm({ phone }: { phone: string | null }): ReactNode {
  const { t } = useI18n();
  return (
    <ContactChange
      label={t('phone')}
      value={phone === null ? <span className="soft">{t('noPhone')}</span> : sayPhone(phone)}
      verb={t('changePhone')}
      ask={(onSent) => <NewPhone onSent={onSent} />}
      saySent={(to) => t('codeSent', { phone: sayPhone(to) })}
      verify={verify}
    />
  );
}
