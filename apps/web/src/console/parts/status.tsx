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
  'create',
  'DOOR_OPENED',
  'ANSWERED',
  'SUCCEEDED',
  'ASSIGNED',
]);
const bad = new Set([
  'BOUNCED',
  'FAILED',
  'DENIED',
  'FAILURE',
  'REVOKED',
  'LEAKED',
  'offline',
  'DISABLED',
  'ERROR',
  'INVALID',
  'error',
  'stale',
  'NO_ANSWER',
  'NO_TARGET',
]);
const busy = new Set([
  'PENDING',
  'INVITED',
  'QUEUED',
  'SENT',
  'ROTATING',
  'VALIDATING',
  'COMMITTING',
  'REVERTING',
  'update',
  'RINGING',
  'IN_PROGRESS',
  'QUARANTINED',
  'REVIEW',
]);

function toneOf(status: string): string {
  if (good.has(status)) return 'good';
  if (bad.has(status)) return 'bad';
  return busy.has(status) ? 'busy' : 'calm';
}

interface StatusProps {
  status: string;
  /** A label other than the state's name. */
  label?: string;
}

/** A state as a coloured label: `NO_ANSWER` reads `No answer`. */
export function Status({ status, label = status.toLowerCase() }: StatusProps): ReactNode {
  const words = label.replaceAll('_', ' ');
  return (
    <span className={`${classes['status']} ${classes[toneOf(status)]}`}>
      {words.charAt(0).toUpperCase() + words.slice(1)}
    </span>
  );
}
