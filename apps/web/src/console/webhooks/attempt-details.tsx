import { Code, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Entity } from '../api.ts';
import { Copy } from '../parts/copy.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Facts } from '../parts/facts.tsx';
import { Time } from '../parts/times.tsx';
import { eventWords } from './describe-endpoint.ts';
import { formatJson } from './format-json.ts';

type Attempt = Entity<'WebhookAttempt'>;

interface TextBlockProps {
  /** The name of the text, for its heading and its copy button. */
  name: string;
  /** Null shows `none`. */
  text: string | null;
  none: string;
}

function TextBlock({ name, text, none }: TextBlockProps): ReactNode {
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        {name}
      </Title>
      {text === null ? (
        <Text c="var(--soft)">{none}</Text>
      ) : (
        <>
          <Code block tabIndex={0} aria-label={name} mah={300}>
            {text}
          </Code>
          <Copy value={text} what={name.toLowerCase()} />
        </>
      )}
    </Stack>
  );
}

const headersAsText = (headers: Readonly<Record<string, string>>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');

function Details({ attempt }: { attempt: Attempt }): ReactNode {
  const { at, nextAt, responseStatus, error, request, responseBody, eventId } = attempt;
  const noRequest = at === null ? 'Not sent yet.' : 'Nothing was sent, or your role may not read this event.';
  return (
    <Stack>
      <Facts
        rows={[
          [at === null ? 'Planned' : 'Sent', <Time key="at" at={at ?? nextAt} isExact />],
          ['Status', responseStatus],
          ['Reason', error?.replaceAll('_', ' ')],
          ['Event', eventId],
        ]}
      />
      <TextBlock name="Request headers" text={request && headersAsText(request.headers)} none={noRequest} />
      <TextBlock name="Request body" text={request && formatJson(request.body)} none={noRequest} />
      {request && (
        <Text size="sm" c="var(--soft)">
          The request is rendered again from the event, without its signature.
        </Text>
      )}
      <TextBlock
        name="Response body"
        text={responseBody && formatJson(responseBody)}
        none="Empty, or older than three days. The first kilobyte is kept."
      />
    </Stack>
  );
}

interface AttemptDetailsProps {
  /** Null closes the dialog. */
  attempt: Attempt | null;
  close: () => void;
}

/** The request of an attempt and its answer. */
export function AttemptDetails({ attempt, close }: AttemptDetailsProps): ReactNode {
  const title = attempt ? `${eventWords[attempt.type]}, attempt ${attempt.number}` : '';
  return (
    <Dialog opened={attempt !== null} onClose={close} title={title} size="lg">
      {attempt && <Details attempt={attempt} />}
    </Dialog>
  );
}
