/**
 * Values that the portal stores while a person is at the identity provider. None of them is a credential by
 * itself.
 */
export interface Journey {
  /** PKCE verifier (RFC 7636): redeems only the code that was issued for its hash. */
  verifier: string;
  state: string;
  nonce: string;
  /** The portal's address after the return. */
  returnTo: string;
}

/** Answer of the identity provider, with its journey. */
export interface IdentityAnswer {
  /** `code` or `error`, with `state` and all other parameters of the provider. */
  parameters: URLSearchParams;
  /** Null if this tab started no journey or has already returned from it. */
  journey: Journey | null;
}

/** The path to which the provider redirects browsers. */
export const landingPath = '/portal/identity';

const kept = 'pas.portal.journey';

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Stores a journey until the person returns. A new one replaces it. */
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
export interface AnswerSource {
  location: Pick<Location, 'pathname' | 'search'>;
  history: Pick<History, 'replaceState'>;
  store: Store;
}

/**
 * Reads the provider's answer from the address. Removes it from the address, the history and the store,
 * because a code works once.
 *
 * @returns null on every other page
 */
export function takeAnswer({ location, history, store }: AnswerSource): IdentityAnswer | null {
  if (location.pathname !== landingPath) return null;
  const parameters = new URLSearchParams(location.search);
  history.replaceState(null, '', '/portal');
  const journey = takeJourney(store);
  // A plain visit of the address carries no answer.
  return parameters.size === 0 && journey === null ? null : { parameters, journey };
}
