import { ApiProblem } from '../../api/problem.ts';
import { momentOf } from '../../zones/zoned-time.ts';
import { filled, textOf } from '../parts/form-text.ts';
import type { dayWords, Pass } from './describe-pass.ts';

const hourMs = 3_600_000;

/** Value of the duration that ends at a chosen time. */
export const untilTime = 'until';

const textsOf = (form: FormData, name: string): string[] =>
  form.getAll(name).flatMap((value) => (typeof value === 'string' ? value.trim() : []));

/** Returns the holders of a form with their rows, without blank rows. Somebody with a contact alone is named by it. */
function holdersIn(form: FormData) {
  const [emails, phones] = [textsOf(form, 'email'), textsOf(form, 'phone')];
  return textsOf(form, 'holder').flatMap((typed, row) => {
    const [email = '', phone = ''] = [emails[row], phones[row]];
    const name = typed || email || phone;
    const holder = { name, ...(email !== '' && { email }), ...(phone !== '' && { phone }) };
    return name === '' ? [] : [{ row, holder }];
  });
}

/** Moves the problems of holders to the rows of the form, which counts blank rows too. */
export function atRows(
  { message, status, code, correlationId, fields }: ApiProblem,
  form: FormData,
): ApiProblem {
  const rows = holdersIn(form).map(({ row }) => String(row));
  const inForm = (path: string): string =>
    path.replace(/(?<=^holders\.)\d+/, (index) => rows[Number(index)] ?? index);
  const moved = Object.entries(fields).map(([path, text]) => [inForm(path), text] as const);
  return new ApiProblem(message, { status, code, correlationId, fields: Object.fromEntries(moved) });
}

/** Returns the doors of a form: checked ones, and unit doors in one field. */
const doorsIn = (form: FormData): string[] => [
  ...textsOf(form, 'doors'),
  ...textOf(form, 'unitDoors')
    .split(',')
    .filter((id) => id !== ''),
];

/** Returns the start and end of a form. Its times are local to the building. */
function periodIn(form: FormData, at: number) {
  const timeZone = textOf(form, 'timeZone');
  const start = textOf(form, 'startsAt');
  const startsAt = start === '' ? at : momentOf(start, timeZone);
  const hours = textOf(form, 'hours');
  const endsAt =
    hours === untilTime ? momentOf(textOf(form, 'endsAt'), timeZone) : startsAt + Number(hours) * hourMs;
  return { startsAt: new Date(startsAt).toISOString(), endsAt: new Date(endsAt).toISOString() };
}

/** Returns the missing input of a form; null if it is complete. */
export function findMissing(form: FormData): string | null {
  if (doorsIn(form).length === 0) return 'Choose at least one door.';
  const isUntil = textOf(form, 'hours') === untilTime;
  if (isUntil && textOf(form, 'endsAt') === '') return 'Enter when the pass ends.';
  const hasTimes = isUntil || textOf(form, 'startsAt') !== '';
  return hasTimes && textOf(form, 'timeZone') === ''
    ? 'The time zone of the building is not known yet. Try again.'
    : null;
}

/**
 * Builds the request body of a new pass from its form.
 *
 * @param at the time of the request, in milliseconds; a pass without a start begins then
 */
export function bodyOf(form: FormData, at: number) {
  const [holders, days] = [holdersIn(form), textsOf(form, 'weekdays')];
  const maxUses = textOf(form, 'maxUses');
  return {
    propertyId: textOf(form, 'propertyId'),
    kind: textOf(form, 'kind') as Pass['kind'],
    accessPointIds: doorsIn(form),
    ...periodIn(form, at),
    ...(days.length > 0 && { weekdays: days as (keyof typeof dayWords)[] }),
    ...filled(form, 'timeFrom'),
    ...filled(form, 'timeTo'),
    ...(maxUses !== '' && { maxUses: Number(maxUses) }),
    ...(holders.length > 0 && { holders: holders.map(({ holder }) => holder) }),
  };
}
