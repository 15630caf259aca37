/** The largest changelog that a release may have, in bytes. Readers look for one line in it. */
export const maxChangelogBytes = 10_000;

const headingOf = (version: string): RegExp =>
  new RegExp(String.raw`^## \[${version.replaceAll('.', String.raw`\.`)}\][^\n]*\n`, 'm');

/** Returns the entries of a version, or of `Unreleased`; null without such a section. */
export function sectionOf(changelog: string, version: string): string | null {
  const heading = headingOf(version).exec(changelog);
  if (!heading) return null;
  const after = changelog.slice(heading.index + heading[0].length);
  const next = after.search(/^## \[/m);
  return (next < 0 ? after : after.slice(0, next)).trim();
}

/**
 * Moves the unreleased entries under a version. An empty `Unreleased` section stays above it.
 *
 * @param date such as `2026-11-26`
 * @throws Error without unreleased entries, or when the version has a section already
 */
export function releaseEntries(changelog: string, version: string, date: string): string {
  if (!sectionOf(changelog, 'Unreleased')) throw new Error('CHANGELOG.md has no unreleased entries.');
  if (sectionOf(changelog, version) !== null)
    throw new Error(`CHANGELOG.md has a section ${version} already.`);
  return changelog.replace(headingOf('Unreleased'), `## [Unreleased]\n\n## [${version}] - ${date}\n`);
}
