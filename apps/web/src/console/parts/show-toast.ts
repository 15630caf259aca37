import { notifications } from '@mantine/notifications';

const colors = { good: 'var(--good)', mixed: 'var(--warn)', bad: 'var(--bad)' } as const;

/** Result that a message reports. */
export type Tone = keyof typeof colors;

/** Duration of a message, in milliseconds. A success needs less time to read. */
const stayMs = { good: 4000, mixed: 10_000, bad: 10_000 } as const;

/** Shows a message in a corner of the page. */
export function showToast(message: string, tone: Tone = 'good'): void {
  notifications.show({
    message,
    color: colors[tone],
    autoClose: stayMs[tone],
    closeButtonProps: { 'aria-label': 'Close' },
  });
}
