/** A person, as verified by the identity provider. */
export interface Identity {
  issuer: string;
  subject: string;
  /** Proven to be the person's own. */
  email: string;
}

/** The identity provider of residents, and the tokens that are accepted. */
export interface IdentitySettings {
  /** `iss`, exactly as the tokens spell it. */
  issuer: string;
  jwksUrl: string;
  /** Origins for which a token may be issued (`azp`); session tokens have no audience. */
  authorizedParties: readonly string[];
  /** The back-end API that knows the e-mails which tokens leave out. */
  apiUrl: string;
  apiSecret: string;
}
