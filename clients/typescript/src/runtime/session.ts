import type { Credentials } from './credentials.ts';

/** The tokens of a signed-in resident. */
export interface SessionTokens {
  token: string;
  /** Null if a browser keeps it in a cookie. */
  refreshToken: string | null;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

/** Initial tokens of a session, and the place where new ones are stored. */
export interface SessionOptions {
  tokens?: SessionTokens | null;
  /** Called with new tokens, and with null when the session ends. */
  onChange?: (tokens: SessionTokens | null) => void | Promise<void>;
}

/** The part of a log-in that a session keeps. */
export interface SignedInTokens {
  token: string;
  expiresIn: number;
  refreshToken?: string;
}

/** A token that ends sooner than this is replaced before it is sent. */
const marginMs = 30_000;

/** Keeps the tokens of a resident, and replaces them before they end. */
export class ResidentSession implements Credentials {
  tokens: SessionTokens | null;
  readonly #onChange: SessionOptions['onChange'];
  readonly #refresh: (refreshToken: string | null) => Promise<void>;
  #underWay: Promise<void> | null = null;

  /** @param refresh requests new tokens and adopts them, or ends the session */
  constructor(
    { tokens = null, onChange }: SessionOptions,
    refresh: (refreshToken: string | null) => Promise<void>,
  ) {
    this.tokens = tokens;
    this.#onChange = onChange;
    this.#refresh = refresh;
  }

  /** Takes the tokens of a log-in. */
  async adopt({ token, expiresIn, refreshToken }: SignedInTokens): Promise<void> {
    this.tokens = { token, refreshToken: refreshToken ?? null, expiresAt: Date.now() + expiresIn * 1000 };
    await this.#onChange?.(this.tokens);
  }

  /** Forgets the tokens. */
  async end(): Promise<void> {
    this.tokens = null;
    await this.#onChange?.(null);
  }

  /** Returns a token that is still valid; null without a session. */
  async token(): Promise<string | null> {
    if (this.tokens && this.tokens.expiresAt - Date.now() < marginMs) await this.#refreshOnce();
    return this.tokens?.token ?? null;
  }

  /** Replaces a refused token, unless another call has done so already. */
  async renew(refused: string | null): Promise<boolean> {
    if (this.tokens?.token === refused && refused !== null) await this.#refreshOnce();
    return this.tokens !== null;
  }

  async #refreshOnce(): Promise<void> {
    this.#underWay ??= this.#refresh(this.tokens?.refreshToken ?? null).finally(() => {
      this.#underWay = null;
    });
    await this.#underWay;
  }
}
