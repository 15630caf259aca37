import { fill } from '@pas/shared/words/fill';
import type { Language } from '@pas/shared/words/language';
import { wordsIn } from '@pas/shared/words/words-in';
import { talkDigitOf } from './call-flow.ts';
import type { LedCall, Notice } from './led-call.ts';

/** The languages of the voices. */
export const voices: Readonly<Record<Language, string>> = {
  en: 'en-US',
  es: 'es-MX',
  fr: 'fr-FR',
  de: 'de-DE',
};

/** What a resident hears who has picked up. */
export function offerText({ flow }: LedCall): string {
  const { offer, offerDoor } = wordsIn(flow.language).voice;
  const values = { place: flow.placeName, talk: talkDigitOf(flow.openDigit), open: flow.openDigit ?? '' };
  return [offer, ...(flow.openDigit === null ? [] : [offerDoor])].map((each) => fill(each, values)).join(' ');
}

/** What somebody is told. */
export const noticeText = ({ flow }: LedCall, words: Notice): string =>
  fill(wordsIn(flow.language).voice[words], { place: flow.placeName });
