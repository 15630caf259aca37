/** Formats a JSON text over several lines. Another text, such as a page or a cut JSON text, stays as it is. */
export function formatJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
