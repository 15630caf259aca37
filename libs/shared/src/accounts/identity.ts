/** A person, as verified by the identity provider. */
export interface Identity {
  issuer: string;
  subject: string;
  /** Verified e-mail of the person. */
  email: string;
}

/** Settings of the identity provider of residents and of its accepted tokens. */
export interface IdentitySettings {
  /** `iss`, exactly as the tokens spell it. */
  issuer: string;
  jwksUrl: string;
  /** Origins for which a token may be issued (`azp`); session tokens have no audience. */
  authorizedParties: readonly string[];
  /** The back-end API, for e-mails that tokens leave out. */
  apiUrl: string;
  apiSecret: string;
}
