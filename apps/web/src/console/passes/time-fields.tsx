import { Checkbox, Group, NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useProperty } from '../list/use-properties.ts';
import { choicesOf } from '../parts/choices.ts';
import type { FieldProblems } from '../parts/create-dialog.tsx';
import { dayWords } from './describe-pass.ts';
import { untilTime } from './pass-body.ts';

const lengths = [
  { value: '4', label: '4 hours' },
  { value: '24', label: 'A day' },
  { value: '168', label: 'A week' },
  { value: '720', label: '30 days' },
  { value: '2160', label: '90 days' },
  { value: untilTime, label: 'Until a date' },
];

interface TimeFieldsProps {
  propertyId: string;
  problems: FieldProblems;
}

/** The start, the duration, and the days and hours of a recurring pass, in the time of the building. */
export function TimeFields({ propertyId, problems }: TimeFieldsProps): ReactNode {
  const { data: building } = useProperty(propertyId === '' ? null : propertyId);
  const [length, setLength] = useState('24');
  const zone = building?.timeZone;
  return (
    <>
      <input type="hidden" name="timeZone" value={zone ?? ''} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput
          name="startsAt"
          label="Start"
          type="datetime-local"
          description="Empty: now."
          error={problems['startsAt']}
        />
        <NativeSelect
          name="hours"
          label="Duration"
          description={`Times of ${zone ?? 'the building'}.`}
          value={length}
          data={lengths}
          onChange={({ currentTarget }) => setLength(currentTarget.value)}
        />
      </SimpleGrid>
      {length === untilTime && (
        <TextInput name="endsAt" label="End" type="datetime-local" error={problems['endsAt']} />
      )}
      <Checkbox.Group label="Days" description="None: every day." error={problems['weekdays']}>
        <Group gap="sm" mt={4}>
          {choicesOf(dayWords).map(({ value, label }) => (
            <Checkbox key={value} name="weekdays" value={value} label={label} />
          ))}
        </Group>
      </Checkbox.Group>
      <Group grow align="start">
        <TextInput name="timeFrom" label="Daily from" type="time" error={problems['timeFrom']} />
        <TextInput name="timeTo" label="to" type="time" error={problems['timeTo']} />
      </Group>
    </>
  );
}
