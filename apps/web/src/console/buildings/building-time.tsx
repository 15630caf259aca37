import type { ReactNode } from 'react';
import { useProperty } from '../list/use-properties.ts';
import { Time } from '../parts/times.tsx';
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
