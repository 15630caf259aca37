/** Inserts values into a sentence. A placeholder without a value stays, so that a test finds it. */
export function fill(sentence: string, values: Readonly<Record<string, string>> = {}): string {
  return sentence.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}

/** Splits a sentence into its texts and the names between them: text, name, text, … */
export function splitSentence(sentence: string): string[] {
  return sentence.split(/\{(\w+)\}/);
}
