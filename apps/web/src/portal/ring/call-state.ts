import type { components } from '../../api/described/resident.ts';

type Call = Pick<components['schemas']['Call'], 'endedAt' | 'answeredAt' | 'answeredByMe'>;

/** Returns the state of a call, as its words. A call that another resident has answered no longer rings here. */
export function stateOf({
  endedAt,
  answeredAt,
  answeredByMe,
}: Call): 'ringsNow' | 'ringAnswered' | 'ringOver' {
  if (endedAt !== null) return 'ringOver';
  return answeredAt === null || answeredByMe ? 'ringsNow' : 'ringAnswered';
}
