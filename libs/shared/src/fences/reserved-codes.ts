import type { Transaction } from '@pas/platform/mongo/in-transaction';

/** Codes that open transactions of this process have chosen, by property. */
const reserved = new Map<string, Set<string>>();

/** Returns the codes of a property that open transactions of this process have chosen. */
export const reservedCodes = (propertyId: string): ReadonlySet<string> =>
  reserved.get(propertyId) ?? new Set();

function release(propertyId: string, codes: readonly string[]): void {
  const ofProperty = reserved.get(propertyId);
  for (const code of codes) ofProperty?.delete(code);
  if (ofProperty?.size === 0) reserved.delete(propertyId);
}

/**
 * Reserves codes until the end of a transaction. Concurrent transactions of this process then choose different codes.
 * A unique index rejects equal codes of different processes.
 */
export function reserveCodes(transaction: Transaction, propertyId: string, codes: readonly string[]): void {
  const ofProperty = reserved.get(propertyId) ?? new Set<string>();
  for (const code of codes) ofProperty.add(code);
  reserved.set(propertyId, ofProperty);
  const end = (): void => release(propertyId, codes);
  transaction.onCommitted(end);
  transaction.onUndone(end);
}
