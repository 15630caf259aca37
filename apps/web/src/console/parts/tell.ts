import { notifications } from '@mantine/notifications';

const colors = { good: 'green.9', mixed: 'orange.9', bad: 'red.9' } as const;

/** Says in a corner of the page what has happened. */
export function tell(message: string, tone: keyof typeof colors = 'good'): void {
  notifications.show({ message, color: colors[tone], closeButtonProps: { 'aria-label': 'Close' } });
}
