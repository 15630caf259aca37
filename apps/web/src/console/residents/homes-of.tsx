import type { ReactNode } from 'react';
import { BuildingDay } from '../buildings/building-time.tsx';
import { PlaceName } from '../buildings/place-name.tsx';
import { lastMoment, shownResidences, type Residence, type User } from './describe-user.ts';

/** Beginning and end of a residence: `until Mar 3, 2026`, or `from` a future start. Nothing for a running one. */
export function Period({ residence: { startsAt, endsAt, propertyId } }: { residence: Residence }): ReactNode {
  return (
    <>
      {Date.parse(startsAt) > Date.now() && (
        <>
          {' '}
          from <BuildingDay at={startsAt} propertyId={propertyId} />
        </>
      )}
      {endsAt !== null && (
        <>
          {' '}
          until <BuildingDay at={lastMoment(endsAt)} propertyId={propertyId} />
        </>
      )}
    </>
  );
}

interface HomesOfProps {
  user: User;
  /** Shows only the residences in this unit. */
  unitId: string | undefined;
}

/** The homes of a person in a list; for a former resident, the last home. */
export function HomesOf({ user, unitId }: HomesOfProps): ReactNode {
  const residences = shownResidences(user, unitId);
  if (residences.length === 0) return '–';
  return residences.map((residence) => (
    <div key={residence.id}>
      <PlaceName {...residence} />
      <Period residence={residence} />
    </div>
  ));
}
