import { useIntersection } from '@mantine/hooks';
import { useState, type RefCallback } from 'react';

/** Visibility of a part of a page, for queries that wait until it is in or near the window. */
export interface Visibility {
  ref: RefCallback<HTMLElement>;
  isSeen: boolean;
}

/** Watches a part of a page. `isSeen` stays true after the first time. */
export function useSeen(): Visibility {
  const { ref, entry } = useIntersection<HTMLElement>({ rootMargin: '100px' });
  const [isSeen, setSeen] = useState(false);
  if (!isSeen && entry?.isIntersecting === true) setSeen(true);
  return { ref, isSeen };
}
