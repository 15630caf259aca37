import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { residentApi } from '../api.ts';
import { FaultNotice } from '../notice.tsx';
import { languages, useI18n, type Language } from '../messages/use-i18n.tsx';

interface LanguageChoiceProps {
  /** Called after the portal has switched to the language. */
  onChoice?: (language: Language) => void;
}

/** A field that sets the language of the portal. */
export function LanguageChoice({ onChoice }: LanguageChoiceProps): ReactNode {
  const { t, language, choose } = useI18n();
  const take = (next: Language): void => {
    choose(next);
    onChoice?.(next);
  };
  return (
    <label className="inline">
      {t('language')}
      <select value={language} onChange={(event) => take(event.target.value as Language)}>
        {Object.entries(languages).map(([code, name]) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

/** A field that sets the language of the portal, of e-mails and of notifications. */
export function LanguageOfMine(): ReactNode {
  const cache = useQueryClient();
  const change = useMutation({
    // Serialises the requests, so that the last choice wins.
    scope: { id: 'language' },
    mutationFn: (locale: Language) => read(residentApi.PATCH('/api/v1/me', { body: { locale } })),
    onSuccess: (answer) => cache.setQueryData(['me'], answer),
  });
  return (
    <>
      <LanguageChoice onChoice={(language) => change.mutate(language)} />
      {change.error && <FaultNotice fault={change.error} />}
    </>
  );
}
