/** An address that an outsider gave, or that its name resolves to, must not be called. */
export class ClosedAddress extends Error {
  override readonly name = 'ClosedAddress';
  readonly code = 'closed_address';

  constructor(options: ErrorOptions = {}) {
    super('The address is not on the Internet.', options);
  }
}

/** Whether nothing was sent because the address must not be called. */
export const isClosedAddress = (error: unknown): boolean => error instanceof ClosedAddress;
