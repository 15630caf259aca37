/** More names than clients and services use. Those that come after so many are decided anew each time. */
const maxNames = 1000;

/** Makes a decision about header names that is taken once for each name, because nearly all requests have the same few. */
export function rememberNames(decide: (name: string) => boolean): (name: string) => boolean {
  const decisions = new Map<string, boolean>();
  return (name) => {
    const known = decisions.get(name);
    if (known !== undefined) return known;
    const decision = decide(name);
    if (decisions.size < maxNames) decisions.set(name, decision);
    return decision;
  };
}
