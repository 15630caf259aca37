/** The text of a field of a form without the space around it; empty where the form has no such field. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value.trim() : '';
}

/** The field as a part of a body, left out where it is empty. */
export function filled<Name extends string>(form: FormData, name: Name): Partial<Record<Name, string>> {
  const text = textOf(form, name);
  return text === '' ? {} : ({ [name]: text } as Record<Name, string>);
}
