/** Questions that the picture of a building answers, one at a time. */
export type Ask = 'occupied' | 'invited' | 'ring' | 'call';

/** Shades of an answer for a unit. */
export type Shade = 'good' | 'waiting' | 'bad' | 'none' | 'awaited';

/** The answer for one unit. */
export interface Answer {
  shade: Shade;
  /** The reason, such as why the unit would not ring. */
  why?: string | undefined;
}

interface Question {
  label: string;
  /** Words for the shades of its answers. */
  legend: Readonly<Partial<Record<Shade, string>>>;
}

/** The questions in their order on the page. */
export const questions: Readonly<Record<Ask, Question>> = {
  occupied: { label: 'Occupied?', legend: { good: 'occupied', none: 'vacant' } },
  invited: {
    label: 'Invited?',
    legend: { good: 'occupied', waiting: 'invite open', none: 'not invited' },
  },
  ring: { label: 'Will it ring?', legend: { good: 'rings', bad: 'would not ring' } },
  call: { label: 'Last call', legend: { good: 'answered', bad: 'not answered', none: 'no call' } },
};

/** The answer for a unit while the answers load. */
export const awaited: Answer = { shade: 'awaited' };

/** Returns the question that an address names, else the first. */
export const askOf = (text: string | undefined): Ask =>
  text === 'invited' || text === 'ring' || text === 'call' ? text : 'occupied';

/** Returns the answer for a unit in words. */
export function answerInWords(ask: Ask, { shade, why }: Answer): string {
  if (shade === 'awaited') return 'being asked';
  const words = questions[ask].legend[shade] ?? 'not known';
  return why === undefined ? words : `${words}: ${why}`;
}
