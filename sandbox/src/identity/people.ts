import { readFile } from 'node:fs/promises';
import { z } from 'zod';

/** An e-mail address, letters of any script included: each address that is asked for exists here. */
export const EmailAddress = z.email({ pattern: z.regexes.unicodeEmail });

/** A staff person's place in an organization, as an identity provider knows it. */
export const Membership = z.strictObject({
  id: z.string().min(1),
  slug: z.string().min(1),
  role: z.string().min(1),
});
export type Membership = z.infer<typeof Membership>;

/** Somebody who signs in to the operator dashboard with a password. */
const StaffPerson = z.strictObject({
  email: EmailAddress,
  password: z.string().min(1),
  name: z.string().min(1),
  organizations: z.array(Membership).default([]),
});

/** Somebody whom session tokens are issued for. */
const ResidentPerson = z.strictObject({
  email: EmailAddress,
  name: z.string().min(1),
  emailVerified: z.boolean().default(true),
});

/** The people whom the provider knows from the start. */
export const People = z.strictObject({
  staff: z.array(StaffPerson).default([]),
  residents: z.array(ResidentPerson).default([]),
});
export type People = z.infer<typeof People>;

/**
 * Reads the people file. Without a path there is nobody, and tokens can still be asked for any e-mail.
 *
 * @throws Error that names the file and the faulty fields, but no value
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
