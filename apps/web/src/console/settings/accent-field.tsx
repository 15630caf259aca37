import { TextInput } from '@mantine/core';
import type { ChangeEvent, ReactNode } from 'react';
import type { FieldControl } from '../parts/edit-field.ts';

/** The colour that the picker shows while the company has none. */
const usual = '#1d5fc4';

/** A field for a colour: its code, and the picker of the browser. */
export function AccentField({ label, value, error, onType }: FieldControl): ReactNode {
  const type = ({ currentTarget }: ChangeEvent<HTMLInputElement>): void => onType(currentTarget.value);
  const picked = /^#[0-9a-f]{6}$/i.test(value) ? value : usual;
  return (
    <TextInput
      name="accent"
      label={label}
      description="For buttons and links, such as #0b6e4f. White text on it needs a contrast of 4.5. Empty means the usual colour."
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      value={value}
      error={error}
      onChange={type}
      rightSection={<input type="color" aria-label="Pick the accent colour" value={picked} onChange={type} />}
    />
  );
}
