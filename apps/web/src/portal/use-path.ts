import { useSyncExternalStore } from 'react';

const base = '/portal';

function subscribe(listener: () => void): () => void {
  addEventListener('popstate', listener);
  return () => removeEventListener('popstate', listener);
}

/** The page of the portal, such as `guests`; empty for the doors. */
export const usePath = (): string =>
  useSyncExternalStore(subscribe, () => location.pathname.slice(base.length).replaceAll('/', ''));

/** A value of the address behind the `?`; empty where it is missing. */
export const useParameter = (name: string): string =>
  useSyncExternalStore(subscribe, () => new URLSearchParams(location.search).get(name) ?? '');

/** The address of a page of the portal. */
export const addressOf = (page: string): string => (page === '' ? base : `${base}/${page}`);

/** Goes to an address of the portal without a new load. */
export function goToAddress(address: string): void {
  history.pushState(null, '', address);
  dispatchEvent(new PopStateEvent('popstate'));
}

/** Goes to a page without a new load. */
export const goTo = (page: string): void => goToAddress(addressOf(page));
