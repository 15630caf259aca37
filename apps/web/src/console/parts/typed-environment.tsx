import { TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { environmentName } from '../shell/environment-badge.tsx';

interface TypedEnvironment {
  /** Whether the act may proceed. */
  isSure: boolean;
  /** The confirmation field; null outside production. */
  field: ReactNode;
}

/** Asks for the environment's name before an irreversible act in production. */
export function useTypedEnvironment(): TypedEnvironment {
  const name = environmentName();
  const [typed, setTyped] = useState('');
  if (name !== 'PROD') return { isSure: true, field: null };
  return {
    isSure: typed.trim().toUpperCase() === name,
    field: (
      <TextInput
        label={`This is production. Type ${name} to continue`}
        value={typed}
        autoComplete="off"
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    ),
  };
}
