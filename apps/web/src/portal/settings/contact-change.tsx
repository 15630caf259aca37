import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { components } from '../../api/described/resident.ts';
import { FaultNotice } from '../notice.tsx';
import { useSave } from '../use-save.ts';
import { useSession } from '../use-session.ts';
import { useI18n } from '../messages/use-i18n.tsx';

interface Verification {
  /** Stores the contact by its code. */
  verify: (code: string) => Promise<{ resident: components['schemas']['Resident'] }>;
}

/** A field for the code that verifies a contact. */
function ProveContact({ message, verify, onDone }: { message: string; onDone: () => void } & Verification) {
  const { t } = useI18n();
  const cache = useQueryClient();
  const { session, replace } = useSession();
  const proof = useSave({
    save: (form) => verify(form.get('code') as string),
    onSuccess: (answer) => {
      cache.setQueryData(['me'], answer);
      replace({ ...session, resident: answer.resident });
    },
    onDone,
  });
  return (
    <form className="stack" onSubmit={proof.submit}>
      <p role="status">{message}</p>
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

interface ContactChangeProps extends Verification {
  label: string;
  value: ReactNode;
  /** The label of the button that begins the change. */
  verb: string;
  /** The form that requests a code to a new contact. */
  ask: (onSent: (to: string) => void) => ReactNode;
  /** The message after a code was sent. */
  saySent: (to: string) => string;
}

type Step = { kind: 'shown' } | { kind: 'asking' } | { kind: 'proving'; to: string };

/** A contact of the person with its change, which applies once the person enters the code of a message. */
export function ContactChange({ label, value, verb, ask, saySent, verify }: ContactChangeProps): ReactNode {
  const { t } = useI18n();
  const [step, setStep] = useState<Step>({ kind: 'shown' });
  const show = (): void => setStep({ kind: 'shown' });
  return (
    <div className="stack apart" role="group" aria-label={label}>
      <p>
        <strong>{label}</strong>
        <br />
        {value}
      </p>
      {step.kind === 'shown' && (
        <button type="button" onClick={() => setStep({ kind: 'asking' })}>
          {verb}
        </button>
      )}
      {step.kind === 'asking' && ask((to) => setStep({ kind: 'proving', to }))}
      {step.kind === 'proving' && <ProveContact message={saySent(step.to)} verify={verify} onDone={show} />}
      {step.kind !== 'shown' && (
        <button type="button" className="plain" onClick={show}>
          {t('cancel')}
        </button>
      )}
    </div>
  );
}
