import { Button, SimpleGrid, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { FieldProblems } from '../parts/create-dialog.tsx';

/** Most holders of one pass. */
const mostHolders = 50;

interface HolderProps {
  index: number;
  problems: FieldProblems;
}

/** The name of one holder, and the contacts to which the link can be sent. */
function HolderField({ index, problems }: HolderProps): ReactNode {
  const numbered = (label: string): string => (index === 0 ? label : `${label} ${index + 1}`);
  const problem = (field: string): string | undefined => problems[`holders.${index}.${field}`];
  return (
    <>
      <TextInput
        name="holder"
        label={numbered('Name')}
        placeholder="Northside Plumbing"
        maxLength={200}
        autoFocus={index > 0}
        error={problem('name')}
        {...(index === 0 && { 'data-autofocus': true })}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput
          name="email"
          label={numbered('E-mail')}
          type="email"
          autoComplete="off"
          error={problem('email')}
        />
        <TextInput
          name="phone"
          label={numbered('Phone')}
          type="tel"
          autoComplete="off"
          error={problem('phone')}
        />
      </SimpleGrid>
    </>
  );
}

/** The holders of a pass, each with their own link and PIN. */
export function HolderFields({ problems }: { problems: FieldProblems }): ReactNode {
  const [count, setCount] = useState(1);
  return (
    <>
      {Array.from({ length: count }, (_, index) => (
        <HolderField key={index} index={index} problems={problems} />
      ))}
      {count < mostHolders && (
        <Button
          variant="default"
          size="compact-sm"
          style={{ alignSelf: 'start' }}
          onClick={() => setCount(count + 1)}
        >
          Add person
        </Button>
      )}
    </>
  );
}
