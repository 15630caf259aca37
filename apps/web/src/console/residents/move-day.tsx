import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useUnit } from '../buildings/home-link.tsx';
import { useProperty } from '../list/use-properties.ts';
import { endOfDay } from './end-of-day.ts';

/** The time of a move: the end of a day in the building's time zone. */
export interface MoveTime {
  /** ISO; null for now. */
  effectiveAt: string | null;
  timeZone: string;
  /** Whether the day is complete: a date field has years such as `0002` while the person types. */
  isWhole: boolean;
}

/** Returns the end of a day in the time zone of a unit's building; an empty day means now. */
export function useMoveTime(unitId: string, day: string): MoveTime {
  const { data: unit } = useUnit(unitId);
  const { data: property } = useProperty(unit?.propertyId ?? null);
  const timeZone = property?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const isNow = Number.isNaN(Date.parse(day));
  return {
    effectiveAt: isNow ? null : endOfDay(day, timeZone),
    timeZone,
    isWhole: isNow || day >= '2000',
  };
}

interface MoveDayProps {
  label: string;
  timeZone: string;
  value: string;
  onChange: (day: string) => void;
}

/** Chooses the last day of a residence; empty means now. */
export function MoveDay({ label, timeZone, value, onChange }: MoveDayProps): ReactNode {
  return (
    <TextInput
      type="date"
      max="2999-12-31"
      label={label}
      description={`Empty means now. Access ends at the end of the day, ${timeZone}.`}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
