import { countOf } from '../parts/count-of.ts';

/** The result of a bulk call for one invite or person. */
export interface BulkResult {
  status: number;
  message?: string | undefined;
}

/** The outcome of a bulk call in words. */
export interface BulkOutcome {
  title: string;
  /** The skipped ones, each with its person and reason. */
  skipped: readonly string[];
}

/** Returns the reason of a refusal without the id, which the person does not know. */
const reasonOf = ({ message = 'An invite was refused.' }: BulkResult): string =>
  message.replace(/^(?:Invite inv_\w+ of|Resident user_\w+,) /, '');

/** Puts the results of a bulk call into words. `done` names the act, such as `sent again`. */
export function describeOutcome(results: readonly BulkResult[], done: string): BulkOutcome {
  const skipped = results.filter(({ status }) => status >= 400).map(reasonOf);
  const sent = countOf(results.length - skipped.length, 'invite');
  const title = skipped.length === 0 ? `${sent} ${done}.` : `${sent} ${done}, ${skipped.length} skipped`;
  return { title, skipped };
}
