/** Source of the bearer token of requests. */
export interface Credentials {
  /** Returns the token for the next request; null sends none. */
  token(): string | null | Promise<string | null>;
  /** Replaces a token that the service refused. Returns whether another one is there. */
  renew?(refused: string | null): Promise<boolean>;
}
