/** The appearance of a company on pages and in mails. */
export interface Brand {
  name: string;
  /** The colour of buttons and links, `#rrggbb`; null for the usual one. */
  accent: string | null;
  /** The path of the image on every gateway; null without a logo. */
  logo: { path: string; mediaType: 'image/png' | 'image/svg+xml' } | null;
}
