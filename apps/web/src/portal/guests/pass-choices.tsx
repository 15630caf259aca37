import { useState, type ReactNode } from 'react';
import type { components } from '../../api/described/core-mobile.ts';
import { usePlaces, type Place } from '../doors/use-places.ts';
import { useI18n } from '../messages/use-i18n.tsx';
import { recurringWeeks, sayDays, timeChoices, type TimeChoice } from './pass-times.ts';

type AccessPoint = components['schemas']['AccessPoint'];

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

/** The validity of a pass: a number of hours, this night, or each Friday. */
function TimeChoices(): ReactNode {
  const { t, language } = useI18n();
  const [chosen, choose] = useState<TimeChoice>('2');
  const labels: Readonly<Record<TimeChoice, string>> = {
    '2': t('hours2'),
    '8': t('hours8'),
    '72': t('days3'),
    tonight: t('tonight'),
    FRI: t('onDays', { days: sayDays(language, ['FRI']) }),
  };
  return (
    <>
      <fieldset className="segments">
        <legend>{t('howLong')}</legend>
        {timeChoices.map((choice) => (
          <label key={choice}>
            <input
              type="radio"
              name="when"
              value={choice}
              checked={choice === chosen}
              onChange={() => choose(choice)}
            />
            <span>{labels[choice]}</span>
          </label>
        ))}
      </fieldset>
      {chosen === 'FRI' && (
        <p className="soft small" role="status">
          {t('recurringLead', { weeks: String(recurringWeeks) })}
        </p>
      )}
    </>
  );
}

/** The doors of one building, with the shared ones selected, and the validity. A pass is for one building. */
export function PassChoices({ doors }: { doors: readonly AccessPoint[] }): ReactNode {
  const { t } = useI18n();
  const [chosen, choose] = useState<string | null>(null);
  const places = usePlaces().filter(({ propertyId }) => doors.some((door) => door.propertyId === propertyId));
  const place = places.find(({ propertyId }) => propertyId === chosen) ?? places[0];
  const propertyId = place?.propertyId ?? '';
  return (
    <>
      {places.length > 1 && <PlaceChoice places={places} chosen={propertyId} choose={choose} />}
      <input type="hidden" name="timeZone" value={place?.timeZone ?? 'UTC'} />
      <fieldset key={propertyId}>
        <legend>{t('whichDoors')}</legend>
        {doors
          .filter((door) => door.propertyId === propertyId)
          .map(({ id, name, unitId }) => (
            <label key={id} className="choice">
              <input type="checkbox" name="door" value={id} defaultChecked={unitId === null} />
              {name}
            </label>
          ))}
      </fieldset>
      <TimeChoices />
    </>
  );
}
