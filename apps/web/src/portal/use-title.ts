import { useEffect } from 'react';
import { useWords } from './words/use-words.tsx';

/** Shows the name of the page in the browser's tab, in the language of the person. */
export function useTitle(name: string): void {
  const { say } = useWords();
  const title = `${name} – ${say('appName')}`;
  useEffect(() => {
    const before = document.title;
    document.title = title;
    return () => {
      document.title = before;
    };
  }, [title]);
}
