import type { ReactNode } from 'react';
import { hasOtherClock, zoneName } from '../../zones/zoned-time.ts';
import { useI18n } from '../messages/use-i18n.tsx';
import { usePlaces } from './use-places.ts';

/** Returns a format for times at a building, in its time zone. */
export function useBuildingTime(): (at: string, propertyId: string | null) => string {
  const { time } = useI18n();
  const places = usePlaces();
  return (at, propertyId) => time(at, places.find((place) => place.propertyId === propertyId)?.timeZone);
}

/** A note about the time zones of the buildings; nothing if the clock of the device shows the same time. */
export function BuildingTimeNote(): ReactNode {
  const { t, language } = useI18n();
  const zones = new Set(usePlaces().map(({ timeZone }) => timeZone));
  const names = [...zones]
    .filter((zone) => hasOtherClock(Date.now(), zone))
    .map((zone) => zoneName(zone, language));
  return names.length > 0 && <p className="soft small">{t('buildingTime', { zone: names.join(', ') })}</p>;
}
