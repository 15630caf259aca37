import { useQueryClient } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { noteConnection, useConnection } from '../connection.ts';
import classes from './layout.module.css';

/** Interval between checks for the service, in milliseconds, with a random spread across pages. */
const everyMs = 3000;
const spreadMs = 2000;

/** Checks whether the service answers again. */
async function isBack(): Promise<boolean> {
  const answer = await fetch('/api/admin/auth/session').catch(() => null);
  if (answer === null || answer.status >= 502) return false;
  noteConnection(answer.status === 401 ? 'signed-out' : 'open');
  return true;
}

/** A banner while the service does not answer. Reloads the page's queries once it does. */
export function AwayBanner(): ReactNode {
  const isAway = useConnection() === 'away';
  const cache = useQueryClient();
  useEffect(() => {
    if (!isAway) return undefined;
    const look = async (): Promise<void> => {
      if (await isBack()) await cache.invalidateQueries();
    };
    const timer = setInterval(() => void look(), everyMs + spreadMs * Math.random());
    return () => clearInterval(timer);
  }, [isAway, cache]);
  if (!isAway) return null;
  return (
    <p role="alert" className={classes['away']}>
      The service does not answer. This page retries automatically and keeps your input.
    </p>
  );
}
