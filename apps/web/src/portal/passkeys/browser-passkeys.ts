/** Whether this browser can make and use passkeys. */
export const canUsePasskeys = (): boolean => 'PublicKeyCredential' in globalThis;

/** Whether this browser suggests passkeys in a field (conditional mediation). */
export async function suggestsPasskeys(): Promise<boolean> {
  if (!canUsePasskeys()) return false;
  return (await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false;
}
