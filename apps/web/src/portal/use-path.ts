import { useSyncExternalStore } from 'react';

const base = '/portal';

function subscribe(listener: () => void): () => void {
  addEventListener('popstate', listener);
  return () => removeEventListener('popstate', listener);
}

/** Returns the current page, such as `guests`; empty for the doors. */
export const usePath = (): string =>
  useSyncExternalStore(subscribe, () => location.pathname.slice(base.length).replaceAll('/', ''));

/** Returns a query parameter of the address; empty if it is missing. */
export const useParameter = (name: string): string =>
  useSyncExternalStore(subscribe, () => new URLSearchParams(location.search).get(name) ?? '');

/** Returns the address of a page. */
export const addressOf = (page: string): string => (page === '' ? base : `${base}/${page}`);

/** Navigates to an address of the portal without a reload. */
export function goToAddress(address: string): void {
  history.pushState(null, '', address);
  dispatchEvent(new PopStateEvent('popstate'));
}

/** Navigates to a page without a reload. */
export const goTo = (page: string): void => goToAddress(addressOf(page));
