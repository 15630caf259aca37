import { Button, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';

/** As many as one pass may have. */
const mostHolders = 50;

/** Who gets in: each person has a link and a PIN of their own. */
export function HolderFields({ problems }: { problems: Readonly<Record<string, string>> }): ReactNode {
  const [count, setCount] = useState(1);
  return (
    <>
      {Array.from({ length: count }, (_, index) => (
        <TextInput
          key={index}
          name="holder"
          label={index === 0 ? 'Name' : `Name ${index + 1}`}
          placeholder="Northside Plumbing"
          maxLength={200}
          autoFocus={index > 0}
          error={problems[`holders.${index}.name`]}
          {...(index === 0 && { 'data-autofocus': true })}
        />
      ))}
      {count < mostHolders && (
        <Button
          variant="default"
          size="compact-sm"
          style={{ alignSelf: 'start' }}
          onClick={() => setCount(count + 1)}
        >
          Add a person
        </Button>
      )}
    </>
  );
}
