import createClient from 'openapi-fetch';
import type { paths as Mobile } from '../api/described/core-mobile.ts';
import type { paths as Resident } from '../api/described/resident.ts';
import { signedFetch } from './session.ts';

const options = { baseUrl: '/', fetch: signedFetch };

/** The routes of residents: themselves, their calls and sessions. */
export const residentApi = createClient<Resident>(options);

/** The routes of doors, passes and devices. */
export const mobileApi = createClient<Mobile>(options);
