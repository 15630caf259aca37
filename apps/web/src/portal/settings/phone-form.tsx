import { useMutation } from '@tanstack/react-query';
import type { ReactNode, SubmitEvent } from 'react';
import { read } from '../../api/problem.ts';
import { sayPhone } from '../../phones/say-phone.ts';
import { residentApi } from '../api.ts';
import { FaultNotice } from '../notice.tsx';
import { useI18n } from '../messages/use-i18n.tsx';
import { ContactChange, textOf } from './contact-change.tsx';

interface CodeReceipt {
  phoneVerification: { phone: string };
}

const verify = (code: string) => read(residentApi.POST('/api/v1/me/phone/verify', { body: { code } }));

/** A field for the new number, to which the service sends a code. */
function NewPhone({ onSent }: { onSent: (phone: string) => void }): ReactNode {
  const { t } = useI18n();
  const request = useMutation({
    mutationFn: (phone: string) => read(residentApi.POST('/api/v1/me/phone', { body: { phone } })),
  });
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    // Not called if the person has cancelled meanwhile.
    const goOn = ({ phoneVerification }: CodeReceipt): void => onSent(phoneVerification.phone);
    request.mutate(textOf(event, 'phone'), { onSuccess: goOn });
  };
  return (
    <form className="stack" onSubmit={submit}>
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
