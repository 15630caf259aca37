/** Digits by which a phone is recognised however it is written: without the country's code. */
export const tellingDigits = 9;

/** The digits of a text alone. */
export const digitsOf = (text: string): string => text.replaceAll(/\D/g, '');

/** Whether a text may be a phone, however it is written. */
export const looksLikePhone = (text: string): boolean => /^[\d\s()+./-]{7,24}$/.test(text);
