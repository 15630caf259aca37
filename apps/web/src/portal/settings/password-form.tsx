import { useState, type ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { residentApi } from '../api.ts';
import { FaultNotice } from '../notice.tsx';
import { useSave } from '../use-save.ts';
import { useI18n } from '../messages/use-i18n.tsx';

interface PasswordFieldsProps {
  onDone: () => void;
}

/** Fields for the current and the new password. */
function PasswordFields({ onDone }: PasswordFieldsProps): ReactNode {
  const { t } = useI18n();
  const change = useSave({
    save: (form) => {
      const currentPassword = form.get('currentPassword') as string;
      const newPassword = form.get('newPassword') as string;
      return read(residentApi.POST('/api/v1/me/password', { body: { currentPassword, newPassword } }));
    },
    onSuccess: onDone,
  });
  return (
    <form className="stack" onSubmit={change.submit}>
      {change.error && <FaultNotice fault={change.error} />}
      <label>
        {t('currentPassword')}
        <input name="currentPassword" type="password" autoComplete="current-password" required />
      </label>
      <label>
        {t('newPassword')}
        <input
          name="newPassword"
          type="password"
          autoComplete="new-password"
          minLength={10}
          maxLength={128}
          required
          aria-describedby="password-hint"
        />
      </label>
      <p className="soft small" id="password-hint">
        {t('passwordHint')}
      </p>
      <button type="submit" className="primary" disabled={change.isPending}>
        {t('savePassword')}
      </button>
    </form>
  );
}

/** The change of the password. It ends the sessions on other devices. */
export function PasswordForm(): ReactNode {
  const { t } = useI18n();
  const [step, setStep] = useState<'shown' | 'typing' | 'done'>('shown');
  const isTyping = step === 'typing';
  return (
    <div className="stack apart">
      <strong>{t('password')}</strong>
      {step === 'done' && (
        <p className="notice good" role="status">
          {t('passwordSaved')}
        </p>
      )}
      {isTyping && <PasswordFields onDone={() => setStep('done')} />}
      <button
        type="button"
        className={isTyping ? 'plain' : undefined}
        onClick={() => setStep(isTyping ? 'shown' : 'typing')}
      >
        {t(isTyping ? 'cancel' : 'changePassword')}
      </button>
    </div>
  );
}
