/** Error for an address of an outsider that must not be called, by itself or by its name's resolution. */
export class ClosedAddress extends Error {
  override readonly name = 'ClosedAddress';
  readonly code = 'closed_address';

  constructor(options: ErrorOptions = {}) {
    super('The address is not on the Internet.', options);
  }
}

/** Whether a request was not sent because its address must not be called. */
export const isClosedAddress = (error: unknown): boolean => error instanceof ClosedAddress;
