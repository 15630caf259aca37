import { Timeline, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Time } from '../parts/times.tsx';
import { timelineOf, type Invite } from './describe-invite.ts';

/** The events of an invite with their times. */
export function InviteTimeline({ invite }: { invite: Invite }): ReactNode {
  const milestones = timelineOf(invite);
  return (
    <Timeline bulletSize={14} lineWidth={2} active={milestones.length - 1} pl={6}>
      {milestones.map(({ what, at, isFault }) => (
        <Timeline.Item key={`${what} ${at}`} color={isFault ? 'red.8' : 'brand'}>
          <Text c={isFault ? 'var(--bad)' : 'var(--ink)'}>{what}</Text>
          <Text size="sm" c="var(--soft)">
            <Time at={at} />
          </Text>
        </Timeline.Item>
      ))}
    </Timeline>
  );
}
