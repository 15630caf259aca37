import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PageHead } from '../parts/page-head.tsx';

/** An address of no page. */
export function NotHere(): ReactNode {
  return (
    <>
      <PageHead title="This page does not exist" />
      <Text>
        Go to <Link to="/">Today</Link>.
      </Text>
    </>
  );
}
