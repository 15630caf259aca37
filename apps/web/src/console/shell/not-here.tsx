import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PageHead } from '../parts/page-head.tsx';

/** The page for an unknown address. */
export function NotHere(): ReactNode {
  return (
    <>
      <PageHead title="Page not found" />
      <Text>
        Go to <Link to="/">Today</Link>.
      </Text>
    </>
  );
}
