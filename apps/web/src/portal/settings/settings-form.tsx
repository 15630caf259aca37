import type { ReactNode, RefObject } from 'react';
import { useI18n } from '../messages/use-i18n.tsx';
import { FaultNotice } from '../notice.tsx';
import type { useSave } from '../use-save.ts';

interface SettingsFormProps {
  label: string;
  form: RefObject<HTMLFormElement | null>;
  change: Pick<ReturnType<typeof useSave>, 'submit' | 'touch' | 'error' | 'isPending' | 'isSuccess'>;
  children: ReactNode;
}

/** A form of settings: its button says when the values are saved, also to a screen reader. */
export function SettingsForm({ label, form, change, children }: SettingsFormProps): ReactNode {
  const { t } = useI18n();
  return (
    <form className="stack" aria-label={label} ref={form} onSubmit={change.submit} onChange={change.touch}>
      {change.error && <FaultNotice fault={change.error} />}
      {children}
      <button type="submit" disabled={change.isPending}>
        {t(change.isSuccess ? 'saved' : 'save')}
      </button>
      <span className="hidden" role="status">
        {change.isSuccess && t('saved')}
      </span>
    </form>
  );
}
