/** What issuing keys needs to know of this environment. */
export interface ApiKeys {
  /** The pepper under which keys are hashed. */
  pepper: string;
  /** How many live keys a tenant may have. */
  maxLive: number;
}
