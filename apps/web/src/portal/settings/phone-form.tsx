import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode, type SubmitEvent } from 'react';
import { read } from '../../api/problem.ts';
import { sayPhone } from '../../phones/say-phone.ts';
import { residentApi } from '../api.ts';
import { FaultNotice } from '../notice.tsx';
import { useWords } from '../words/use-words.tsx';

const textOf = (event: SubmitEvent<HTMLFormElement>, name: string): string =>
  new FormData(event.currentTarget).get(name) as string;

interface Sent {
  phoneVerification: { phone: string };
}

interface StepProps<Result> {
  onDone: (result: Result) => void;
}

/** Asks for the new phone, and has a code sent to it. */
function NewPhone({ onDone }: StepProps<string>): ReactNode {
  const { say } = useWords();
  const request = useMutation({
    mutationFn: (phone: string) => read(residentApi.POST('/api/v1/me/phone', { body: { phone } })),
  });
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    // Not where the person has cancelled meanwhile.
    const goOn = ({ phoneVerification }: Sent): void => onDone(phoneVerification.phone);
    request.mutate(textOf(event, 'phone'), { onSuccess: goOn });
  };
  return (
    <form className="stack" onSubmit={submit}>
      {request.error && <FaultNotice fault={request.error} />}
      <label>
        {say('newPhone')}
        <input name="phone" type="tel" autoComplete="tel" maxLength={40} required />
      </label>
      <button type="submit" disabled={request.isPending}>
        {say('sendCode')}
      </button>
    </form>
  );
}

/** Proves the phone by the code of the text. */
function ProvePhone({ phone, onDone }: { phone: string } & StepProps<void>): ReactNode {
  const { say } = useWords();
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
      <p role="status">{say('codeSent', { phone: sayPhone(phone) })}</p>
      {proof.error && <FaultNotice fault={proof.error} />}
      <label>
        {say('code')}
        <input name="code" inputMode="numeric" autoComplete="one-time-code" maxLength={9} required />
      </label>
      <button type="submit" className="primary" disabled={proof.isPending}>
        {say('confirm')}
      </button>
    </form>
  );
}

type Step = { kind: 'shown' } | { kind: 'asking' } | { kind: 'proving'; phone: string };

/** The phone that the door rings, and its change: a new number counts once its owner has typed the code of a text. */
export function PhoneForm({ phone }: { phone: string | null }): ReactNode {
  const { say } = useWords();
  const [step, setStep] = useState<Step>({ kind: 'shown' });
  return (
    <div className="stack apart" role="group" aria-label={say('phone')}>
      <p>
        <strong>{say('phone')}</strong>
        <br />
        {phone === null ? <span className="soft">{say('noPhone')}</span> : sayPhone(phone)}
      </p>
      {step.kind === 'shown' && (
        <button type="button" onClick={() => setStep({ kind: 'asking' })}>
          {say('changePhone')}
        </button>
      )}
      {step.kind === 'asking' && <NewPhone onDone={(next) => setStep({ kind: 'proving', phone: next })} />}
      {step.kind === 'proving' && <ProvePhone phone={step.phone} onDone={() => setStep({ kind: 'shown' })} />}
      {step.kind !== 'shown' && (
        <button type="button" className="plain" onClick={() => setStep({ kind: 'shown' })}>
          {say('cancel')}
        </button>
      )}
    </div>
  );
}
