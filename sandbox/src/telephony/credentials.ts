import { timingSafeEqual } from 'node:crypto';

/** Whether credentials are the wanted ones. The comparison takes constant time. */
export function isSame(sent: string | undefined, wanted: string): boolean {
  const [a, b] = [Buffer.from(sent ?? ''), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}
