import { useEffect } from 'react';
import { useI18n } from './messages/use-i18n.tsx';

/** Sets the title of the browser's tab to the page's name. */
export function useTitle(name: string): void {
  const { t } = useI18n();
  const title = `${name} – ${t('appName')}`;
  useEffect(() => {
    const before = document.title;
    document.title = title;
    return () => {
      document.title = before;
    };
  }, [title]);
}
