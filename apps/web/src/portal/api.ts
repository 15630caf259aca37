import createClient from 'openapi-fetch';
import type { paths as Mobile } from '../api/described/core-mobile.ts';
import type { paths as Resident } from '../api/described/resident.ts';
import { signedFetch } from './session.ts';

/** The browser caches no answers: an ETag stays the same when only times of last use change. */
const options = { baseUrl: '/', cache: 'no-store', fetch: signedFetch } as const;

/** Client of the residents' routes: profile, calls and sessions. */
export const residentApi = createClient<Resident>(options);

/** Client of the routes for doors, passes and devices. */
export const mobileApi = createClient<Mobile>(options);
