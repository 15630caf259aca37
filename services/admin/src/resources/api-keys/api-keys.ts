import { createAddressLimit } from '@pas/shared/accounts/request-limits';

/** Limit of the calls of one network with reports of leaks: 100 calls in ten minutes. */
const reportQuota = { perAddress: 100, windowSeconds: 600 };

/** The settings of this environment for issuing keys. */
export interface ApiKeys {
  /** The pepper for hashing keys. */
  pepper: string;
  /** The maximum number of live keys per tenant. */
  maxLive: number;
  /** Counts a call with reports of leaks. It throws `rate_limited` after too many calls from the network. */
  countReport: (ip: string | null) => Promise<void>;
}

/** The settings of the process, by the names of their variables. */
interface KeySettings {
  API_KEY_PEPPER_SECRET: string;
  API_KEYS_PER_TENANT: number;
}

/** Reads the settings of keys, once the databases are open. */
export const openApiKeys = (config: KeySettings): ApiKeys => ({
  pepper: config.API_KEY_PEPPER_SECRET,
  maxLive: config.API_KEYS_PER_TENANT,
  countReport: createAddressLimit('leak-report', reportQuota),
});
