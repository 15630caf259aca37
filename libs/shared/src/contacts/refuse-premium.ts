import { invalidAs } from '../errors/raise.ts';
import { isPremium } from './phone.ts';

/**
 * Refuses a number that no text may go to, because each costs extra.
 *
 * @param path names the field in which the caller has named the number or its channel
 * @param phone international; anything else passes
 * @throws invalid (`premium_number`)
 */
export function refusePremium(path: string, phone: string): void {
  if (!isPremium(phone)) return;
  const message = `${path}: The number is charged at a premium or shared rate. Use another number.`;
  throw invalidAs('premium_number', path, message);
}
