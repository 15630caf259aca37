/** Number of last digits that identify a phone in any spelling, without the country code. */
export const tellingDigits = 9;

/** Returns only the digits of a text. */
export const digitsOf = (text: string): string => text.replaceAll(/\D/g, '');

/** Whether a text may be a phone, in any spelling. */
export const looksLikePhone = (text: string): boolean => /^[\d\s()+./-]{7,24}$/.test(text);
