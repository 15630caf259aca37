import { Button, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';

/** Most holders of one pass. */
const mostHolders = 50;

/** The holders of a pass, each with their own link and PIN. */
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
          Add person
        </Button>
      )}
    </>
  );
}
