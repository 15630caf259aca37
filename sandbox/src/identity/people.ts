import { readFile } from 'node:fs/promises';
import { z } from 'zod';

/** An e-mail address, with letters of any script. Every requested address exists. */
export const EmailAddress = z.email({ pattern: z.regexes.unicodeEmail });

/** A staff person's membership of an organization at the identity provider. */
export const Membership = z.strictObject({
  id: z.string().min(1),
  slug: z.string().min(1),
  role: z.string().min(1),
});
export type Membership = z.infer<typeof Membership>;

/** A person who signs in to the operator dashboard with a password. */
const StaffPerson = z.strictObject({
  email: EmailAddress,
  password: z.string().min(1),
  name: z.string().min(1),
  organizations: z.array(Membership).default([]),
});

/** A person for whom session tokens are issued. */
const ResidentPerson = z.strictObject({
  email: EmailAddress,
  name: z.string().min(1),
  emailVerified: z.boolean().default(true),
});

/** People known from the start. */
export const People = z.strictObject({
  staff: z.array(StaffPerson).default([]),
  residents: z.array(ResidentPerson).default([]),
});
export type People = z.infer<typeof People>;

/**
 * Reads the people file. Without a path the result is empty, and tokens can still be requested for any e-mail.
 *
 * @throws Error that names the file and the faulty fields, without values
 */
export async function readPeople(path: string | undefined): Promise<People> {
  if (path === undefined) return People.parse({});
  const parsed = People.safeParse(parseJson(await readFile(path, 'utf8'), path));
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`The people file ${path} is not usable:\n${faults.join('\n')}`);
}

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`The people file ${path} is not JSON.`);
  }
}
