import { useIntersection } from '@mantine/hooks';
import { useState, type RefCallback } from 'react';

/** Whether a part of a page has come into the window, or near it; what is read for it is asked only then. */
export interface Seen {
  ref: RefCallback<HTMLElement>;
  isSeen: boolean;
}

/** Watches a part of a page. What was seen once stays seen. */
export function useSeen(): Seen {
  const { ref, entry } = useIntersection<HTMLElement>({ rootMargin: '100px' });
  const [isSeen, setSeen] = useState(false);
  if (!isSeen && entry?.isIntersecting === true) setSeen(true);
  return { ref, isSeen };
}
