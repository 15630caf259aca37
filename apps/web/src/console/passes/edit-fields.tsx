import { Checkbox, Group, MultiSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { momentOf, wallTimeOf } from '../../zones/zoned-time.ts';
import { useBuildingDoors } from '../buildings/use-building.ts';
import { choicesOf } from '../parts/choices.ts';
import { textField, type EditField, type FieldControl } from '../parts/edit-field.ts';
import { dayWords, type Pass } from './describe-pass.ts';
import { daysText, holderFields, holderPart, listText, sayDays } from './pass-changes.ts';

/** A field with a time of the building. */
const timeField = (name: 'startsAt' | 'endsAt', label: string, zone: string): EditField<Pass> => ({
  name,
  label,
  type: 'datetime-local',
  description: `Time of ${zone}.`,
  read: (pass) => wallTimeOf(Date.parse(pass[name]), zone),
  write: (text) => ({ [name]: text === '' ? null : new Date(momentOf(text, zone)).toISOString() }),
});

function DayChoice({ label, value, error, onType }: FieldControl): ReactNode {
  return (
    <Checkbox.Group
      label={label}
      description="None: every day."
      error={error}
      value={listText.read(value)}
      onChange={(days) => onType(daysText(days))}
    >
      <Group gap="sm" mt={4}>
        {choicesOf(dayWords).map((day) => (
          <Checkbox key={day.value} {...day} />
        ))}
      </Group>
    </Checkbox.Group>
  );
}

/** Chooses doors of the building by their names. */
function DoorChoice({
  propertyId,
  label,
  value,
  error: problem,
  onType,
}: FieldControl & { propertyId: string }): ReactNode {
  const { data, error } = useBuildingDoors(propertyId);
  const names = new Map(data?.map(({ id, name }) => [id, name]));
  const chosen = listText.read(value);
  const ids = new Set([...names.keys(), ...chosen]);
  return (
    <MultiSelect
      label={label}
      error={problem ?? error?.message}
      searchable
      limit={50}
      maxValues={20}
      data={[...ids].map((id) => ({ value: id, label: names.get(id) ?? (data ? 'Deleted door' : '…') }))}
      value={chosen}
      onChange={(doors) => onType(listText.write(doors))}
      nothingFoundMessage="No matches"
    />
  );
}

const countOfDoors = (text: string): string => `${listText.read(text).length} doors`;

const holderLabels = { name: 'Name', email: 'E-mail', phone: 'Phone' } as const;

/** The name and contacts of each holder, in a section of their own. */
const holdersOf = ({ holders }: Pass): EditField<Pass>[] =>
  holders.flatMap(({ id }, index) =>
    holderFields.map((field) => ({
      name: `holders.${index}.${field}`,
      label: holderLabels[field],
      section: holders.length === 1 ? 'Holder' : `Holder ${index + 1}`,
      read: (pass: Pass) => pass.holders.find((holder) => holder.id === id)?.[field] ?? '',
      write: (text: string) => holderPart(id, field, text),
    })),
  );

/** The fields of a pass that can be changed. Its times are those of the building. */
export const editFields = (pass: Pass, zone: string): EditField<Pass>[] => [
  timeField('startsAt', 'Start', zone),
  timeField('endsAt', 'End', zone),
  {
    name: 'weekdays',
    label: 'Days',
    read: ({ weekdays }) => daysText(weekdays),
    write: (text) => ({ weekdays: text === '' ? null : listText.read(text) }),
    say: sayDays,
    control: (control) => <DayChoice key="weekdays" {...control} />,
  },
  { ...textField<Pass>('timeFrom', 'Daily from', ({ timeFrom }) => timeFrom), type: 'time' },
  { ...textField<Pass>('timeTo', 'to', ({ timeTo }) => timeTo), type: 'time' },
  {
    name: 'maxUses',
    label: 'Maximum uses',
    type: 'number',
    read: ({ maxUses }) => (maxUses === null ? '' : String(maxUses)),
    write: (text) => ({ maxUses: text === '' ? null : Number(text) }),
  },
  {
    name: 'accessPointIds',
    label: 'Doors',
    read: ({ accessPointIds }) => listText.write(accessPointIds),
    write: (text) => ({ accessPointIds: listText.read(text) }),
    say: countOfDoors,
    control: (control) => <DoorChoice key="accessPointIds" propertyId={pass.propertyId} {...control} />,
  },
  ...holdersOf(pass),
];
