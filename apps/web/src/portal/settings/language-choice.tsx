import type { ReactNode } from 'react';
import { languages, useWords, type Language } from '../words/use-words.tsx';

/** Chooses the language of the portal. */
export function LanguageChoice(): ReactNode {
  const { say, language, choose } = useWords();
  return (
    <label className="inline">
      {say('language')}
      <select value={language} onChange={(event) => choose(event.target.value as Language)}>
        {Object.entries(languages).map(([code, name]) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
