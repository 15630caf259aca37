/** An access token that is renewed before it ends. */
export interface KeptToken {
  get(): Promise<string>;
  /** Drops a token that the service has refused. A token that was renewed meanwhile is kept. */
  forget(token: string): void;
}

/** A new token, and the time for which it is used, in milliseconds. */
interface NewToken {
  token: string;
  usedForMs: number;
}

/** Keeps a token. Calls during a renewal wait for that renewal. A failed renewal is not kept. */
export function keepToken(renew: () => Promise<NewToken>): KeptToken {
  let current: { token: Promise<string>; until: number; value: string | null } | null = null;
  const begin = () => {
    const renewal = { token: Promise.resolve(''), until: Infinity, value: null as string | null };
    renewal.token = renew().then(
      ({ token, usedForMs }) => {
        Object.assign(renewal, { value: token, until: performance.now() + usedForMs });
        return token;
      },
      (error: unknown) => {
        if (current === renewal) current = null;
        throw error;
      },
    );
    current = renewal;
    return renewal.token;
  };
  return {
    get: () => (current && performance.now() < current.until ? current.token : begin()),
    forget(token) {
      if (current?.value === token) current = null;
    },
  };
}
