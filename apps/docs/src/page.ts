/** A page of the site that is generated. */
export interface Page {
  /** Its path on the site, without a suffix. */
  path: string;
  /** Its text in Markdown. */
  text: string;
}
