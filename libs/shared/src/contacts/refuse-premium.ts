import { invalidAs } from '../errors/raise.ts';
import { isPremium } from './phone.ts';

/**
 * Refuses a premium-rate number, because each text to it costs extra.
 *
 * @param path the field of the request with the number or its channel
 * @param phone an international number; any other text passes
 * @throws invalid (`premium_number`)
 */
export function refusePremium(path: string, phone: string): void {
  if (!isPremium(phone)) return;
  const message = `${path}: The number is charged at a premium or shared rate. Use another number.`;
  throw invalidAs('premium_number', path, message);
}
