/** The beginning of each generated module. */
export const moduleHead =
  '"""Generated from docs/openapi. Do not edit."""\n\nfrom __future__ import annotations\n\n';

/**
 * Writes the imports of the names that a module uses.
 *
 * @param importable the names by their modules
 */
export function writeImports(body: string, importable: Readonly<Record<string, readonly string[]>>): string {
  const code = body.replaceAll(/"""[\s\S]*?"""|"(?:[^"\\]|\\.)*"/g, '');
  const words = new Set(code.match(/\w+/g));
  const lines = Object.entries(importable).map(([module, names]) => {
    const used = names.filter((name) => words.has(name));
    return used.length === 0
      ? ''
      : `from ${module} import (\n${used.map((name) => `    ${name},\n`).join('')})\n`;
  });
  return lines.join('');
}
