import { useSyncExternalStore } from 'react';

const base = '/portal';

function subscribe(listener: () => void): () => void {
  addEventListener('popstate', listener);
  return () => removeEventListener('popstate', listener);
}

/** The page of the portal, such as `guests`; empty for the doors. */
export const usePath = (): string =>
  useSyncExternalStore(subscribe, () => location.pathname.slice(base.length).replaceAll('/', ''));

/** The address of a page of the portal. */
export const addressOf = (page: string): string => (page === '' ? base : `${base}/${page}`);

/** Goes to a page without a new load. */
export function goTo(page: string): void {
  history.pushState(null, '', addressOf(page));
  dispatchEvent(new PopStateEvent('popstate'));
}
