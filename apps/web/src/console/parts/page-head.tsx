import { Group, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';

interface PageHeadProps {
  title: string;
  lead?: string | undefined;
  /** A link to the list that this page belongs to. */
  up?: ReactNode;
  /** Buttons on the right. */
  children?: ReactNode;
}

/** The title of a page, also for the browser's tab. */
export function PageHead({ title, lead, up, children }: PageHeadProps): ReactNode {
  useDocumentTitle(`${title} – Console`);
  return (
    <Group justify="space-between" align="end" mb="md" gap="sm">
      {/* A long sentence wraps before the buttons move below it. */}
      <div style={{ flex: '1 1 14rem', minWidth: 0 }}>
        {up !== undefined && (
          <Text size="sm" mb={4}>
            {up}
          </Text>
        )}
        <Title order={1} size="h2">
          {title}
        </Title>
        {lead !== undefined && <Text c="var(--soft)">{lead}</Text>}
      </div>
      {children}
    </Group>
  );
}
