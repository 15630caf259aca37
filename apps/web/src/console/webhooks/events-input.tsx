import { Checkbox, Fieldset, SimpleGrid, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { FieldControl } from '../parts/edit-field.ts';
import { eventWords } from './describe-endpoint.ts';
import { eventsAsText, eventsIn } from './subscription.ts';

/** Chooses the events of an endpoint: all, or some types. */
export function EventsInput({ label, value, error, onType }: FieldControl): ReactNode {
  const isAll = value === '*';
  const chosen: readonly string[] = isAll ? [] : eventsIn(value);
  return (
    <Fieldset legend={label}>
      <Checkbox
        label="All, including future types"
        checked={isAll}
        onChange={(event) => onType(event.currentTarget.checked ? '*' : '')}
      />
      {!isAll && (
        <Checkbox.Group value={[...chosen]} onChange={(types) => onType(eventsAsText(types))}>
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={6} mt="sm">
            {Object.entries(eventWords).map(([type, words]) => (
              <Checkbox key={type} value={type} label={words} />
            ))}
          </SimpleGrid>
        </Checkbox.Group>
      )}
      {error !== undefined && (
        <Text size="sm" c="var(--bad)" mt="xs">
          {error}
        </Text>
      )}
    </Fieldset>
  );
}
