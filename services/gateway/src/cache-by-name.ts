/** More names than clients and services use. Decisions about further names are not cached. */
const maxNames = 1000;

/** Caches a decision about header names by name, because nearly all requests have the same names. */
export function cacheByName(decide: (name: string) => boolean): (name: string) => boolean {
  const decisions = new Map<string, boolean>();
  return (name) => {
    const known = decisions.get(name);
    if (known !== undefined) return known;
    const decision = decide(name);
    if (decisions.size < maxNames) decisions.set(name, decision);
    return decision;
  };
}
