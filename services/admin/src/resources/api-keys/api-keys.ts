/** The settings of this environment for issuing keys. */
export interface ApiKeys {
  /** The pepper under which keys are hashed. */
  pepper: string;
  /** How many live keys a tenant may have. */
  maxLive: number;
}
