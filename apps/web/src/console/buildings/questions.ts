/** What a picture of a building can be asked; one at a time. */
export type Ask = 'occupied' | 'invited' | 'ring' | 'call';

/** How the answer for a unit looks. */
export type Shade = 'good' | 'waiting' | 'bad' | 'none' | 'unknown' | 'awaited';

/** The answer for one unit. */
export interface Answer {
  shade: Shade;
  /** More than the legend says, such as why it would not ring. */
  why?: string | undefined;
}

interface Question {
  label: string;
  /** The shades that its answers have, in words. */
  legend: Readonly<Partial<Record<Shade, string>>>;
}

/** The questions in the order in which they are offered. */
export const questions: Readonly<Record<Ask, Question>> = {
  occupied: { label: 'Occupied?', legend: { good: 'occupied', none: 'vacant' } },
  invited: {
    label: 'Invited?',
    legend: { good: 'somebody lives there', waiting: 'invite open', none: 'nobody invited' },
  },
  ring: { label: 'Will it ring?', legend: { good: 'rings', bad: 'would not ring', unknown: 'not known' } },
  call: { label: 'Last call', legend: { good: 'answered', bad: 'not answered', none: 'no call' } },
};

/** The answer for a unit while it is not there yet. */
export const awaited: Answer = { shade: 'awaited' };

/** The question that an address names; the first where it names none. */
export const askOf = (text: string | undefined): Ask =>
  text === 'invited' || text === 'ring' || text === 'call' ? text : 'occupied';

/** The answer for a unit in words. */
export function answerInWords(ask: Ask, { shade, why }: Answer): string {
  if (shade === 'awaited') return 'being asked';
  const words = questions[ask].legend[shade] ?? 'not known';
  return why === undefined ? words : `${words}: ${why}`;
}
