import { Code, SegmentedControl, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { api } from '../api.ts';
import { FaultAlert } from '../parts/fault-alert.tsx';
import { languageName } from '../parts/language-name.ts';
import { Loading } from '../parts/loading.tsx';
import type { Invite } from './describe-invite.ts';

type Channel = 'EMAIL' | 'SMS';

/** A preview of the message in the resident's language. */
export function MessagePreview({ invite }: { invite: Invite }): ReactNode {
  const channels = [
    ...(invite.inviteeEmail === null ? [] : [{ value: 'EMAIL', label: 'E-mail' }]),
    ...(invite.inviteePhone === null ? [] : [{ value: 'SMS', label: 'Text' }]),
  ];
  const [channel, setChannel] = useState<Channel>(invite.inviteeEmail === null ? 'SMS' : 'EMAIL');
  const { data, error } = useQuery({
    queryKey: ['invites', invite.id, 'message', channel],
    queryFn: () => {
      const params = { path: { idOrToken: invite.id } };
      const body = { channel };
      return read(api.POST('/api/admin/onboarding/invites/{idOrToken}/preview-message', { params, body }));
    },
    enabled: channels.length > 0,
  });
  if (channels.length === 0) return <Text mt="md">No contact. Copy the link and send it yourself.</Text>;
  return (
    <Stack gap="sm" mt="md">
      {channels.length > 1 && (
        <SegmentedControl
          aria-label="Channel"
          data={channels}
          value={channel}
          onChange={(next) => setChannel(next as Channel)}
        />
      )}
      {error && <FaultAlert fault={error} />}
      {!data && !error && <Loading count={3} />}
      {data && (
        <>
          <Text size="sm">
            To {data.message.to}, in {languageName(data.message.locale)}
          </Text>
          {data.message.subject !== undefined && <Text fw={600}>{data.message.subject}</Text>}
          <Code block tabIndex={0} aria-label="Message">
            {data.message.text}
          </Code>
        </>
      )}
    </Stack>
  );
}
