import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const inlineScript = /<script(?: id="[^"]*")?>([^<]+)<\/script>/g;
const inlineStyle = / style="[^"]*"/g;

/** The place of a built site. */
interface BuiltSite {
  /** The directory of its files. */
  directory: string;
  /** The path of its files. */
  base: string;
}

/**
 * Replaces each inline script of a page by a file, and removes inline styles. The content security policy then needs
 * no exception: scripts of the theme set the styles again.
 */
export async function extractScripts(page: string, { directory, base }: BuiltSite): Promise<string> {
  const sources = new Map(
    [...page.matchAll(inlineScript)].map(([tag, source = '']) => {
      const hash = createHash('sha256').update(source).digest('hex').slice(0, 8);
      return [tag, { source, file: `assets/inline.${hash}.js` }];
    }),
  );
  await mkdir(join(directory, 'assets'), { recursive: true });
  for (const { source, file } of sources.values()) await writeFile(join(directory, file), source);
  return page
    .replaceAll(inlineScript, (tag) => `<script src="${base}${sources.get(tag)?.file}"></script>`)
    .replaceAll(inlineStyle, '');
}
