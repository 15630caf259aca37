/** What the portal keeps while a person is at the identity provider. None of it is a credential by itself. */
export interface Journey {
  /** PKCE (RFC 7636): redeems the code that was issued for its hash, and no other. */
  verifier: string;
  state: string;
  nonce: string;
  /** The address of the portal to go on at. */
  returnTo: string;
}

/** The way back from the identity provider. */
export interface IdentityAnswer {
  /** `code` or `error`, with `state` and what else the provider has put into the address. */
  parameters: URLSearchParams;
  /** Null where this tab has started no journey, or has returned from it before. */
  journey: Journey | null;
}

/** The part of the page's address that the provider sends browsers back to. */
export const landingPath = '/portal/identity';

const kept = 'pas.portal.journey';

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Keeps a journey until the person comes back. Another one takes its place. */
export const keepJourney = (store: Store, journey: Journey): void =>
  store.setItem(kept, JSON.stringify(journey));

function takeJourney(store: Store): Journey | null {
  const text = store.getItem(kept);
  store.removeItem(kept);
  try {
    return text === null ? null : (JSON.parse(text) as Journey);
  } catch {
    return null;
  }
}

/** The parts of a page that an answer is read from. */
export interface Landing {
  location: Pick<Location, 'pathname' | 'search'>;
  history: Pick<History, 'replaceState'>;
  store: Store;
}

/**
 * Reads the provider's answer from the address, and removes it there and in the store: a code works once, and stays in no
 * history.
 *
 * @returns null on every other page
 */
export function takeAnswer({ location, history, store }: Landing): IdentityAnswer | null {
  if (location.pathname !== landingPath) return null;
  const parameters = new URLSearchParams(location.search);
  history.replaceState(null, '', '/portal');
  const journey = takeJourney(store);
  // Somebody has only opened the address: there is nothing to answer.
  return parameters.size === 0 && journey === null ? null : { parameters, journey };
}
