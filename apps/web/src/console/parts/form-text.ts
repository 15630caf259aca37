/** Returns the trimmed text of a form's field; empty if the form has no such field. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value.trim() : '';
}

/** Returns the field as a part of a body; nothing for an empty field. */
export function filled<Name extends string>(form: FormData, name: Name): Partial<Record<Name, string>> {
  const text = textOf(form, name);
  return text === '' ? {} : ({ [name]: text } as Record<Name, string>);
}
