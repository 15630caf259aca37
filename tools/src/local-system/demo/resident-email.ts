import { demoPerson, residentDomain } from './people.ts';

/** The resident whose password stands in `local.json`. */
export const demoResidentEmail = demoPerson(0, residentDomain).email;
