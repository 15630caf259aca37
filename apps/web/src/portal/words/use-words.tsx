import { createContext, use, useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import { en, type Words } from './en.ts';
import { sayTime } from './say-time.ts';

const catalogues = {
  en: async () => en,
  es: async () => (await import('./es.ts')).es,
  fr: async () => (await import('./fr.ts')).fr,
  de: async () => (await import('./de.ts')).de,
};

/** A language of the portal. */
export type Language = keyof typeof catalogues;

/** Each language by its own name. */
export const languages: Readonly<Record<Language, string>> = {
  en: 'English',
  es: 'Español',
  fr: 'Français',
  de: 'Deutsch',
};

const isLanguage = (code: string | undefined): code is Language => code !== undefined && code in catalogues;

const kept = 'pas.portal.language';

function firstLanguage(): Language {
  const wanted = [
    localStorage.getItem(kept) ?? undefined,
    ...navigator.languages.map((tag) => tag.slice(0, 2)),
  ];
  return wanted.find(isLanguage) ?? 'en';
}

/** What is said in the language of the person. */
export interface Speech {
  language: Language;
  /** A text of the catalogue, with the values of its places. */
  say: (key: keyof Words, values?: Readonly<Record<string, string>>) => string;
  choose: (language: Language) => void;
  /** Takes the language of the profile, unless the person has chosen one in this browser. */
  adopt: (locale: string | null) => void;
  /** A time as the language writes it. */
  time: (at: string | number) => string;
}

const SpeechContext = createContext<Speech | null>(null);

/** The texts in the language of the person. */
export function useWords(): Speech {
  const speech = use(SpeechContext);
  if (!speech) throw new Error('useWords outside of WordsProvider');
  return speech;
}

/** Offers the texts of a language, which the person or the browser has chosen. */
export function WordsProvider({ children }: { children: ReactNode }): ReactNode {
  const [language, setLanguage] = useState(firstLanguage);
  const [words, setWords] = useState<Words>(en);
  useEffect(() => {
    let isCurrent = true;
    void catalogues[language]().then((loaded) => isCurrent && setWords(loaded));
    document.documentElement.lang = language;
    return () => {
      isCurrent = false;
    };
  }, [language]);
  const choose = useCallback((next: Language) => {
    localStorage.setItem(kept, next);
    setLanguage(next);
  }, []);
  const adopt = useCallback((locale: string | null) => {
    const wanted = locale?.slice(0, 2);
    if (localStorage.getItem(kept) === null && isLanguage(wanted)) setLanguage(wanted);
  }, []);
  const speech = useMemo<Speech>(() => {
    return {
      language,
      choose,
      adopt,
      say: (key, values = {}) => words[key].replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? ''),
      time: (at) => sayTime(language, at),
    };
  }, [language, words, choose, adopt]);
  return <SpeechContext value={speech}>{children}</SpeechContext>;
}
