/** Time limit for the answer of a door, in milliseconds: the service's 10 s, and 5 s for its way. */
const limitMs = 15_000;

/**
 * Reads an attempt to open a door until the door has answered, or until the time limit. The clock of the device
 * may be wrong by minutes, so the limit does not depend on it.
 *
 * @param readAgain waits at the service for a change
 */
export async function awaitAttempt<Attempt extends { status: string }>(
  first: Attempt,
  readAgain: () => Promise<Attempt>,
): Promise<Attempt> {
  const endsAt = performance.now() + limitMs;
  let attempt = first;
  while (attempt.status === 'PENDING' && performance.now() < endsAt) attempt = await readAgain();
  return attempt;
}
