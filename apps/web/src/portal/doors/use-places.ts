import { useSession } from '../use-session.ts';

/** A building in which the person has a home. */
export interface Place {
  propertyId: string;
  name: string;
  /** IANA. */
  timeZone: string;
}

/** Returns the buildings of the person's homes, each once, in the order of the homes. */
export function usePlaces(): Place[] {
  const { residences } = useSession().session.resident;
  const places = residences.map(({ propertyId, propertyName: name, timeZone }): Place => {
    return { propertyId, name, timeZone };
  });
  return [...new Map(places.map((place) => [place.propertyId, place])).values()];
}

/** Returns a building; undefined for one in which the person has no home. */
export const usePlace = (propertyId: string | null): Place | undefined =>
  usePlaces().find((place) => place.propertyId === propertyId);
