/** What is wrong with a field, wherever it stands in the body: `email` also finds `settings.alertRecipients.2.email`. */
export function problemOf(problems: Readonly<Record<string, string>>, field: string): string | undefined {
  const path = Object.keys(problems).find((each) => each.split(/[.[\]]+/).includes(field));
  return path === undefined ? undefined : problems[path];
}
