type Version = readonly [major: number, minor: number, patch: number];

/** @throws Error for a text that is not a version, such as `v1.2` */
function parseVersion(text: string): Version {
  const [, major, minor, patch] = /^(\d+)\.(\d+)\.(\d+)$/.exec(text) ?? [];
  if (major === undefined) throw new Error(`${text} is not a version of the form 1.2.3.`);
  return [Number(major), Number(minor), Number(patch)];
}

const isBreaking = (message: string): boolean =>
  /^\w+(?:\([^)]*\))?!:/.test(message) || /^BREAKING[ -]CHANGE:/m.test(message);
const isFeature = (message: string): boolean => /^feat[(:!]/.test(message);

/**
 * Computes the version after commits (Semantic Versioning 2.0.0, Conventional Commits 1.0.0). Before 1.0.0 a breaking
 * change raises the minor version.
 */
export function nextVersion(previous: string, messages: readonly string[]): string {
  const [major, minor, patch] = parseVersion(previous);
  const breaks = messages.some(isBreaking);
  if (breaks && major > 0) return `${major + 1}.0.0`;
  if (breaks || messages.some(isFeature)) return `${major}.${minor + 1}.0`;
  return `${major}.${minor}.${patch + 1}`;
}

/** Returns the name of a version's tag. */
export const tagOf = (version: string): string => `v${parseVersion(version).join('.')}`;
