import { useState, type ReactNode } from 'react';
import type { components } from '../../api/described/core-mobile.ts';
import { usePlaces, type Place } from '../doors/use-places.ts';
import { useI18n } from '../messages/use-i18n.tsx';

type AccessPoint = components['schemas']['AccessPoint'];

const durations = [
  { hours: 2, label: 'hours2' },
  { hours: 8, label: 'hours8' },
  { hours: 72, label: 'days3' },
] as const;

interface PlaceChoiceProps {
  places: readonly Place[];
  chosen: string;
  choose: (propertyId: string) => void;
}

function PlaceChoice({ places, chosen, choose }: PlaceChoiceProps): ReactNode {
  const { t } = useI18n();
  return (
    <fieldset className="segments">
      <legend>{t('whichHome')}</legend>
      {places.map(({ propertyId, name }) => (
        <label key={propertyId}>
          <input
            type="radio"
            name="place"
            checked={propertyId === chosen}
            onChange={() => choose(propertyId)}
          />
          <span>{name}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** The doors of one building, with the shared ones selected, and the duration. A pass is for one building. */
export function PassChoices({ doors }: { doors: readonly AccessPoint[] }): ReactNode {
  const { t } = useI18n();
  const [chosen, choose] = useState<string | null>(null);
  const places = usePlaces().filter((place) =>
    doors.some(({ propertyId }) => propertyId === place.propertyId),
  );
  const place = chosen ?? places[0]?.propertyId ?? '';
  return (
    <>
      {places.length > 1 && <PlaceChoice places={places} chosen={place} choose={choose} />}
      <fieldset key={place}>
        <legend>{t('whichDoors')}</legend>
        {doors
          .filter(({ propertyId }) => propertyId === place)
          .map(({ id, name, unitId }) => (
            <label key={id} className="choice">
              <input type="checkbox" name="door" value={id} defaultChecked={unitId === null} />
              {name}
            </label>
          ))}
      </fieldset>
      <fieldset className="segments">
        <legend>{t('howLong')}</legend>
        {durations.map(({ hours, label }, index) => (
          <label key={hours}>
            <input type="radio" name="hours" value={hours} defaultChecked={index === 0} />
            <span>{t(label)}</span>
          </label>
        ))}
      </fieldset>
    </>
  );
}
