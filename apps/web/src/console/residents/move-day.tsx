import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useUnit } from '../buildings/home-link.tsx';
import { useProperty } from '../list/use-properties.ts';
import { endOfDay } from './end-of-day.ts';

/** The time of a move: the end of a day in the building's time zone. */
export interface MoveTime {
  /** ISO; null for now. */
  effectiveAt: string | null;
  /** Null while it is not known. */
  timeZone: string | null;
  /** Whether the day is complete: a date field has years such as `0002` while the person types. */
  isWhole: boolean;
}

/** Returns the end of a day in a time zone. An empty day means now, and so does an unknown zone. */
export function moveTimeOf(day: string, timeZone: string | null): MoveTime {
  const isNow = Number.isNaN(Date.parse(day)) || timeZone === null;
  return {
    effectiveAt: isNow ? null : endOfDay(day, timeZone),
    timeZone,
    isWhole: isNow || day >= '2000',
  };
}

/** Returns the end of a day in the time zone of a unit's building. */
export function useMoveTime(unitId: string, day: string): MoveTime {
  const { data: unit } = useUnit(unitId);
  const { data: property } = useProperty(unit?.propertyId ?? null);
  return moveTimeOf(day, property?.timeZone ?? null);
}

interface MoveDayProps {
  label: string;
  timeZone: string | null;
  value: string;
  onChange: (day: string) => void;
}

/** Chooses the last day of a residence; empty means now. Without the time zone no day can be chosen. */
export function MoveDay({ label, timeZone, value, onChange }: MoveDayProps): ReactNode {
  const description =
    timeZone === null
      ? 'Only now is possible: the time zone of the building is not known.'
      : `Empty means now. Access ends at the end of the day, ${timeZone}.`;
  return (
    <TextInput
      type="date"
      max="2999-12-31"
      label={label}
      description={description}
      disabled={timeZone === null}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
