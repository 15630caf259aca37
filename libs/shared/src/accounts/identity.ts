/** A person as the identity provider vouches for one. */
export interface Identity {
  issuer: string;
  subject: string;
  /** Proven to be the person's own. */
  email: string;
}

/** Where session tokens of residents come from, and what is taken. */
export interface IdentitySettings {
  /** `iss`, exactly as the tokens spell it. */
  issuer: string;
  jwksUrl: string;
  /** Origins that a token may be made out to (`azp`); session tokens have no audience. */
  authorizedParties: readonly string[];
  /** The back-end API that knows the e-mails which tokens leave out. */
  apiUrl: string;
  apiSecret: string;
}
