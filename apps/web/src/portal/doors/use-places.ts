import { useSession } from '../use-session.ts';

/** A building in which the person has a home. */
export interface Place {
  propertyId: string;
  name: string;
}

/** Returns the buildings of the person's homes, each once, in the order of the homes. */
export function usePlaces(): Place[] {
  const { residences } = useSession().session.resident;
  const names = new Map(residences.map(({ propertyId, propertyName }) => [propertyId, propertyName]));
  return [...names].map(([propertyId, name]) => ({ propertyId, name }));
}
