import { TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useEnvironmentName } from '../shell/environment-badge.tsx';

interface TypedEnvironment {
  /** Whether the act may go on. */
  isSure: boolean;
  /** The field to type into; null outside of production. */
  field: ReactNode;
}

/** In production, asks for the environment's name before an act that cannot be taken back. */
export function useTypedEnvironment(): TypedEnvironment {
  const name = useEnvironmentName();
  const [typed, setTyped] = useState('');
  if (name !== 'PROD') return { isSure: true, field: null };
  return {
    isSure: typed.trim().toUpperCase() === name,
    field: (
      <TextInput
        label={`This is production. Type ${name} to go on`}
        value={typed}
        autoComplete="off"
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    ),
  };
}
