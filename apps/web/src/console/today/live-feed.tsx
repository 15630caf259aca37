import { Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useRef, type ReactNode } from 'react';
import { FaultAlert } from '../parts/fault-alert.tsx';
import { Loading } from '../parts/loading.tsx';
import { Time } from '../parts/times.tsx';
import { eventInWords, type FeedEvent } from './describe-event.ts';
import classes from './live-feed.module.css';
import { useDoorName } from './use-doors.ts';
import { useEventFeed } from './use-event-feed.ts';

/** Returns the id of an access event's door; null for other events. */
const doorOf = ({ data }: FeedEvent): string | null =>
  'accessEvent' in data ? (data.accessEvent?.accessPointId ?? null) : null;

function Line({ event }: { event: FeedEvent }): ReactNode {
  const door = useDoorName(doorOf(event));
  const { subject, what, to, params, search, isFault } = eventInWords(event, door);
  return (
    <li data-fault={isFault || undefined}>
      <span>
        {to === '/' ? (
          subject
        ) : (
          <Link to={to} params={params} search={search}>
            {subject}
          </Link>
        )}{' '}
        {what}
      </span>
      <Time at={event.timestamp} />
    </li>
  );
}

/** The live events of the buildings. New events wait behind a button while the person reads. */
export function LiveFeed(): ReactNode {
  const { shown, waiting, showAll, hold, fault } = useEventFeed();
  const list = useRef<HTMLDivElement>(null);
  if (shown === null) return fault ? <FaultAlert fault={fault} /> : <Loading count={7} />;
  const holdWhileRead = (): void => {
    const { current } = list;
    if (current)
      hold(current.matches(':hover') || current.contains(document.activeElement) || current.scrollTop > 0);
  };
  const show = (): void => {
    list.current?.scrollTo({ top: 0 });
    showAll();
  };
  return (
    <>
      {fault !== null && <FaultAlert fault={fault} />}
      <div className={classes['new']} role="status">
        {waiting > 0 && (
          <Button size="compact-sm" onClick={show}>
            {waiting} new
          </Button>
        )}
      </div>
      {shown.length === 0 && <Text c="var(--soft)">No events yet. New events appear here.</Text>}
      <div
        ref={list}
        className={classes['feed']}
        role="region"
        aria-label="Latest events"
        tabIndex={0}
        onPointerEnter={holdWhileRead}
        onPointerLeave={holdWhileRead}
        onScroll={holdWhileRead}
        onFocus={holdWhileRead}
        onBlur={() => requestAnimationFrame(holdWhileRead)}
      >
        <ol>
          {shown.map((event) => (
            <Line key={event.id} event={event} />
          ))}
        </ol>
      </div>
    </>
  );
}
