import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useI18n } from '../messages/use-i18n.tsx';
import { FaultNotice } from '../notice.tsx';

interface RemovalProps {
  /** The label of both buttons. */
  verb: string;
  /** The name of the person or thing. */
  name: string;
  question: string;
  remove: () => Promise<unknown>;
  onRemoved: () => unknown;
}

/** A button that removes a person or a thing after a confirmation. */
export function Removal({ verb, name, question, remove, onRemoved }: RemovalProps): ReactNode {
  const { t } = useI18n();
  const [isSure, setSure] = useState(false);
  const removal = useMutation({ mutationFn: remove, onSuccess: onRemoved });
  const label = `${verb}: ${name}`;
  if (!isSure) {
    return (
      <button type="button" className="plain bad-text" aria-label={label} onClick={() => setSure(true)}>
        {verb}
      </button>
    );
  }
  return (
    <div className="stack whole" role="group" aria-label={label}>
      <p role="alert">{question}</p>
      {removal.error && <FaultNotice fault={removal.error} />}
      <div className="pair">
        <button type="button" autoFocus disabled={removal.isPending} onClick={() => setSure(false)}>
          {t('keep')}
        </button>
        <button
          type="button"
          className="bad-text"
          disabled={removal.isPending}
          onClick={() => removal.mutate()}
        >
          {verb}
        </button>
      </div>
    </div>
  );
}
