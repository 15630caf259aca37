import { notifications } from '@mantine/notifications';

const colors = { good: 'green.9', mixed: 'orange.9', bad: 'red.9' } as const;

/** How something has gone. */
export type Tone = keyof typeof colors;

/** How long a message stays, in milliseconds: what went as wished is read in passing. */
const stayMs = { good: 4000, mixed: 10_000, bad: 10_000 } as const;

/** Says in a corner of the page what has happened. */
export function tell(message: string, tone: Tone = 'good'): void {
  notifications.show({
    message,
    color: colors[tone],
    autoClose: stayMs[tone],
    closeButtonProps: { 'aria-label': 'Close' },
  });
}
