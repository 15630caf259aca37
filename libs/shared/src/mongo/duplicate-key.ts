/** The index whose uniqueness a write broke (MongoDB error 11000), or null for any other error. */
export function duplicateKeyOf(error: unknown): string | null {
  const { code, message } = error as { code?: number; message?: string };
  if (code !== 11_000) return null;
  return /index: (\S+) dup key/.exec(message ?? '')?.[1] ?? 'unknown';
}
