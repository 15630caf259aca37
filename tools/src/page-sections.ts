/** Formats a Markdown table. */
export function formatTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

/**
 * Puts generated sections of a handwritten page between their markers.
 *
 * @throws Error when the page has no such markers, so that no table goes missing silently
 */
export function fillSections(page: string, path: string, sections: Readonly<Record<string, string>>): string {
  return Object.entries(sections).reduce((filled, [name, content]) => {
    const start = `<!-- generated:${name} -->\n`;
    const from = filled.indexOf(start);
    const to = filled.indexOf(`<!-- /generated:${name} -->`);
    if (from < 0 || to < from) throw new Error(`${path} has no section ${name}`);
    return `${filled.slice(0, from + start.length)}\n${content}\n\n${filled.slice(to)}`;
  }, page);
}
