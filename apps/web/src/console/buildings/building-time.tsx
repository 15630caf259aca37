import type { ReactNode } from 'react';
import { useProperty } from '../list/use-properties.ts';
import { Day, Time } from '../parts/times.tsx';
import { sayBuildingTime } from './say-building-time.ts';

/** A time on the clock of a building, with the person's own time on hover. */
export function BuildingTime({ at, propertyId }: { at: string; propertyId: string }): ReactNode {
  const { data: building } = useProperty(propertyId);
  if (!building) return <Time at={at} />;
  return (
    <time
      dateTime={at}
      title={new Date(at).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' })}
    >
      {sayBuildingTime(at, building.timeZone)}
    </time>
  );
}

/** A day on the calendar of a building, with the person's own time on hover. */
export function BuildingDay({ at, propertyId }: { at: string; propertyId: string }): ReactNode {
  const { data: building } = useProperty(propertyId);
  return <Day at={at} timeZone={building?.timeZone} />;
}
