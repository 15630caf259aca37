/**
 * Bidi controls, characters without a width, and joiners beside anything but a letter or an emoji. Variation selectors
 * and the tags of flags are not among them, because they choose between visible forms.
 */
const unseenMarks =
  /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]|(?<![\p{L}\p{M}\p{ExtPict}\p{EMod}])[\u200c\u200d]|[\u200c\u200d](?![\p{L}\p{M}\p{ExtPict}])/gu;

/** A character that shows something by itself, unlike a Hangul filler or an empty Braille cell. */
const visible = /[^\p{C}\p{Z}\p{M}\p{DI}\u2800]/u;

/**
 * Removes bidi controls and characters without a width. Copied text contains them, and two equal-looking texts would
 * differ. Joiners between letters stay, because they change the letters' shapes.
 */
export function withoutUnseenMarks(text: string): string {
  return text.replaceAll(unseenMarks, '');
}

/** Whether a text has a character that people can see. */
export function isVisible(text: string): boolean {
  return visible.test(text);
}
