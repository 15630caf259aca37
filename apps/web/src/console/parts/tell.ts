import { notifications } from '@mantine/notifications';

const colors = { good: 'green.9', mixed: 'orange.9', bad: 'red.9' } as const;

/** How something has gone. */
export type Tone = keyof typeof colors;

/** Says in a corner of the page what has happened. */
export function tell(message: string, tone: Tone = 'good'): void {
  notifications.show({ message, color: colors[tone], closeButtonProps: { 'aria-label': 'Close' } });
}
