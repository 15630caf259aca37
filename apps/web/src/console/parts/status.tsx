import type { ReactNode } from 'react';
import classes from './status.module.css';

const good = new Set([
  'ACTIVE',
  'ACCEPTED',
  'OCCUPIED',
  'DELIVERED',
  'SUCCESS',
  'GRANTED',
  'online',
  'COMMITTED',
]);
const bad = new Set([
  'BOUNCED',
  'FAILED',
  'DENIED',
  'FAILURE',
  'REVOKED',
  'offline',
  'DISABLED',
  'ERROR',
  'INVALID',
]);
const busy = new Set(['PENDING', 'INVITED', 'QUEUED', 'SENT', 'ROTATING', 'VALIDATING', 'COMMITTING']);

function toneOf(status: string): string {
  if (good.has(status)) return 'good';
  if (bad.has(status)) return 'bad';
  return busy.has(status) ? 'busy' : 'calm';
}

/** A state as a word in its colour: `NO_ANSWER` reads `No answer`. */
export function Status({ status }: { status: string }): ReactNode {
  const words = status.toLowerCase().replaceAll('_', ' ');
  return (
    <span className={`${classes['status']} ${classes[toneOf(status)]}`}>
      {words.charAt(0).toUpperCase() + words.slice(1)}
    </span>
  );
}
