/** The settings of this environment for issuing keys. */
export interface ApiKeys {
  /** The pepper for hashing keys. */
  pepper: string;
  /** The maximum number of live keys per tenant. */
  maxLive: number;
}
