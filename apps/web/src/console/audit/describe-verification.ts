import type { Entity } from '../api.ts';

/** Result of the verification of a whole chain: the last answer, and the number of checked records. */
export interface Verdict {
  checked: number;
  last: Pick<Entity<'AuditVerification'>, 'valid' | 'firstBrokenSeq' | 'restorations'> & {
    checkpoints: { checked: number };
  };
}

const lossOf = ({ lost: { fromSeq, toSeq }, by, reason }: Verdict['last']['restorations'][number]): string =>
  ` A restore from a backup lost records ${fromSeq} to ${toSeq} of the earlier chain. ${by}: “${reason}”`;

/** Describes the result of a verification in one text. */
export function describeVerification({ checked, last }: Verdict): string {
  const { valid, firstBrokenSeq, checkpoints, restorations } = last;
  if (!valid)
    return `The chain is broken${firstBrokenSeq === null ? '' : ` at record ${firstBrokenSeq}`}. Call security.`;
  const signed = checkpoints.checked === 0 ? '' : `, ${checkpoints.checked} signed checkpoints agree`;
  const intact = `${checked.toLocaleString('en')} records checked: no one has changed or removed any${signed}.`;
  return `${intact}${restorations.map(lossOf).join('')}`;
}
