import { fill } from '@pas/shared/messages/fill';
import type { Language } from '@pas/shared/messages/language';
import { messagesIn } from '@pas/shared/messages/messages-in';
import { talkDigitOf } from './call-flow.ts';
import type { LedCall, Notice } from './led-call.ts';

/** The voices of both providers (BCP 47), by language. The first one serves properties without a region. */
const voices: Readonly<Record<Language, readonly string[]>> = {
  en: ['en-US', 'en-GB', 'en-AU', 'en-IN'],
  es: ['es-MX', 'es-ES', 'es-US'],
  fr: ['fr-FR', 'fr-CA'],
  de: ['de-DE'],
};

/** Chooses the voice of a language, with the accent of a region if there is one. */
export function voiceOf(language: Language, locale?: string | null): string {
  const [usual = 'en-US', ...others] = voices[language];
  const wanted = locale?.replaceAll('_', '-').toLowerCase();
  return others.find((voice) => voice.toLowerCase() === wanted) ?? usual;
}

/** Builds the offer that a resident hears after picking up. */
export function offerText({ flow }: LedCall): string {
  const { offer, offerDoor } = messagesIn(flow.language).voice;
  const values = { place: flow.placeName, talk: talkDigitOf(flow.openDigit), open: flow.openDigit ?? '' };
  return [offer, ...(flow.openDigit === null ? [] : [offerDoor])].map((each) => fill(each, values)).join(' ');
}

/** Builds the text of a notice. */
export const noticeText = ({ flow }: LedCall, words: Notice): string =>
  fill(messagesIn(flow.language).voice[words], { place: flow.placeName });
