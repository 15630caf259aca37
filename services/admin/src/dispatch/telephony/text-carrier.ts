/** One text to one phone. */
export interface OutgoingText {
  /** The delivery's id, which the carrier takes as idempotency key. */
  id: string;
  /** E.164. */
  to: string;
  text: string;
  /** The sender's number (E.164); the carrier's default number when it is absent. */
  from?: string | undefined;
}

/** A telephony provider that sends texts. */
export interface TextCarrier {
  /**
   * @returns the carrier's id of the message, which receipts name
   * @throws MessageRefused when the carrier refuses the text or the number permanently
   * @throws MessageDelayed when it is unavailable, too busy or rejects our credentials
   */
  send(text: OutgoingText): Promise<string>;
}

/** A request to a provider's REST API. */
export interface CarrierRequest {
  url: string;
  authorization: string;
  contentType: string;
  body: string;
  /** Repeats of one key send one text, where the provider knows keys. */
  idempotencyKey: string;
}
