import { createContext, use, useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import { en, type Messages } from './en.ts';
import { sayTime } from './say-time.ts';

const catalogues = {
  en: async () => en,
  es: async () => (await import('./es.ts')).es,
  fr: async () => (await import('./fr.ts')).fr,
  de: async () => (await import('./de.ts')).de,
};

/** A language of the portal. */
export type Language = keyof typeof catalogues;

/** Names of the languages, each in its own language. */
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

/** Messages and formats in the person's language. */
export interface I18n {
  language: Language;
  /** Returns a message with the values in its placeholders. */
  t: (key: keyof Messages, values?: Readonly<Record<string, string>>) => string;
  choose: (language: Language) => void;
  /** Applies the language of the profile, unless the person has chosen one in this browser. */
  adopt: (locale: string | null) => void;
  /** Formats a time in the language, by default in the zone of the device. */
  time: (at: string | number, timeZone?: string) => string;
}

const I18nContext = createContext<I18n | null>(null);

/** Returns the messages and formats in the person's language. */
export function useI18n(): I18n {
  const i18n = use(I18nContext);
  if (!i18n) throw new Error('useI18n outside of I18nProvider');
  return i18n;
}

/** Provides the messages of the language that the person or the browser has chosen. */
export function I18nProvider({ children }: { children: ReactNode }): ReactNode {
  const [language, setLanguage] = useState(firstLanguage);
  const [messages, setMessages] = useState<Messages>(en);
  useEffect(() => {
    let isCurrent = true;
    const show = (loaded: Messages): void => {
      if (!isCurrent) return;
      setMessages(loaded);
      document.documentElement.lang = language;
    };
    // Offline, the former language stays.
    catalogues[language]().then(show, () => undefined);
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
  const i18n = useMemo<I18n>(() => {
    return {
      language,
      choose,
      adopt,
      t: (key, values = {}) =>
        messages[key].replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? ''),
      time: (at, timeZone) => sayTime(language, at, { timeZone }),
    };
  }, [language, messages, choose, adopt]);
  return <I18nContext value={i18n}>{children}</I18nContext>;
}
