import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { residentApi } from '../api.ts';
import { FaultNotice } from '../notice.tsx';
import { languages, useWords, type Language } from '../words/use-words.tsx';

interface LanguageChoiceProps {
  /** Called after the portal itself speaks it. */
  onChoice?: (language: Language) => void;
}

/** Chooses the language of the portal. */
export function LanguageChoice({ onChoice }: LanguageChoiceProps): ReactNode {
  const { say, language, choose } = useWords();
  const take = (next: Language): void => {
    choose(next);
    onChoice?.(next);
  };
  return (
    <label className="inline">
      {say('language')}
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

/** Chooses the language of the portal, of mails and of notifications. */
export function LanguageOfMine(): ReactNode {
  const cache = useQueryClient();
  const change = useMutation({
    // One after the other: the choice that was made last holds.
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
