import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { changesOf } from './changes-of.ts';

/**
 * Holds the values with which a form has started. A save sends the changes since then, so that it reverts no
 * value that was changed elsewhere. Without typed changes the form starts anew with such values: its fields
 * have `round` as their key.
 *
 * @param current values at the service
 * @param valuesOf reads the values of the form
 */
export function useFormStart<Values extends object>(
  current: Values,
  valuesOf: (form: FormData, start: Values) => Values,
) {
  const ref = useRef<HTMLFormElement>(null);
  const [{ start, round }, setState] = useState({ start: current, round: 0 });
  const changes = (form: FormData): Partial<Values> => changesOf(start, valuesOf(form, start));
  const isEmpty = (values: Partial<Values>): boolean => Object.keys(values).length === 0;
  const adopt = useEffectEvent(() => {
    if (!ref.current || isEmpty(changesOf(start, current))) return;
    if (isEmpty(changes(new FormData(ref.current)))) setState({ start: current, round: round + 1 });
  });
  const text = JSON.stringify(current);
  useEffect(() => adopt(), [text]);
  /** Takes the values of a saved form as the start. */
  const keep = (form: FormData): void => setState({ start: valuesOf(form, start), round });
  return { ref, start, round, changes, keep };
}
