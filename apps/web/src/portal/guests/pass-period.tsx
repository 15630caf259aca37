import type { ReactNode } from 'react';
import { hasOtherClock, zoneName } from '../../zones/zoned-time.ts';
import { usePlace } from '../doors/use-places.ts';
import { useI18n } from '../messages/use-i18n.tsx';
import { sayDays } from './pass-times.ts';
import type { Pass } from './pass.ts';

/** The times of a pass in the time zone of its building, as its guest sees them. */
export function PassPeriod({ pass }: { pass: Pass }): ReactNode {
  const { t, time, language } = useI18n();
  const timeZone = usePlace(pass.propertyId)?.timeZone;
  const { startsAt, endsAt, weekdays, timeFrom, timeTo } = pass;
  const hours = timeFrom === null || timeTo === null ? null : `${timeFrom}–${timeTo}`;
  const days = weekdays === null ? t('everyDay') : t('onDays', { days: sayDays(language, weekdays) });
  const isRecurring = weekdays !== null || hours !== null;
  const isLater = Date.parse(startsAt) > Date.now();
  return (
    <>
      {isRecurring && (
        <p className="soft small">{[days, hours].filter((part) => part !== null).join(', ')}</p>
      )}
      <p className="soft small">
        {isLater && `${t('from', { time: time(startsAt, timeZone) })} · `}
        {t('until', { time: time(endsAt, timeZone) })}
      </p>
      {timeZone !== undefined && hasOtherClock(Date.parse(endsAt), timeZone) && (
        <p className="soft small">{t('buildingTime', { zone: zoneName(timeZone, language) })}</p>
      )}
    </>
  );
}
