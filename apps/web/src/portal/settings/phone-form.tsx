import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode, type SubmitEvent } from 'react';
import { read } from '../../api/problem.ts';
import { sayPhone } from '../../phones/say-phone.ts';
import { residentApi } from '../api.ts';
import { FaultNotice } from '../notice.tsx';
import { useI18n } from '../messages/use-i18n.tsx';

const textOf = (event: SubmitEvent<HTMLFormElement>, name: string): string =>
  new FormData(event.currentTarget).get(name) as string;

interface CodeReceipt {
  phoneVerification: { phone: string };
}

interface StepProps<Result> {
  onDone: (result: Result) => void;
}

/** A field for the new number, to which the service sends a code. */
function NewPhone({ onDone }: StepProps<string>): ReactNode {
  const { t } = useI18n();
  const request = useMutation({
    mutationFn: (phone: string) => read(residentApi.POST('/api/v1/me/phone', { body: { phone } })),
  });
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    // Not called if the person has cancelled meanwhile.
    const goOn = ({ phoneVerification }: CodeReceipt): void => onDone(phoneVerification.phone);
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

/** A field for the code that verifies the number. */
function ProvePhone({ phone, onDone }: { phone: string } & StepProps<void>): ReactNode {
  const { t } = useI18n();
  const cache = useQueryClient();
  const proof = useMutation({
    mutationFn: (code: string) => read(residentApi.POST('/api/v1/me/phone/verify', { body: { code } })),
    onSuccess: (answer) => cache.setQueryData(['me'], answer),
  });
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    proof.mutate(textOf(event, 'code'), { onSuccess: () => onDone() });
  };
  return (
    <form className="stack" onSubmit={submit}>
      <p role="status">{t('codeSent', { phone: sayPhone(phone) })}</p>
      {proof.error && <FaultNotice fault={proof.error} />}
      <label>
        {t('code')}
        <input name="code" inputMode="numeric" autoComplete="one-time-code" maxLength={9} required />
      </label>
      <button type="submit" className="primary" disabled={proof.isPending}>
        {t('confirm')}
      </button>
    </form>
  );
}

type Step = { kind: 'shown' } | { kind: 'asking' } | { kind: 'proving'; phone: string };

/**
 * The phone number for calls, with its change. A new number applies once its owner enters the code of a text
 * message.
 */
export function PhoneForm({ phone }: { phone: string | null }): ReactNode {
  const { t } = useI18n();
  const [step, setStep] = useState<Step>({ kind: 'shown' });
  return (
    <div className="stack apart" role="group" aria-label={t('phone')}>
      <p>
        <strong>{t('phone')}</strong>
        <br />
        {phone === null ? <span className="soft">{t('noPhone')}</span> : sayPhone(phone)}
      </p>
      {step.kind === 'shown' && (
        <button type="button" onClick={() => setStep({ kind: 'asking' })}>
          {t('changePhone')}
        </button>
      )}
      {step.kind === 'asking' && <NewPhone onDone={(next) => setStep({ kind: 'proving', phone: next })} />}
      {step.kind === 'proving' && <ProvePhone phone={step.phone} onDone={() => setStep({ kind: 'shown' })} />}
      {step.kind !== 'shown' && (
        <button type="button" className="plain" onClick={() => setStep({ kind: 'shown' })}>
          {t('cancel')}
        </button>
      )}
    </div>
  );
}
