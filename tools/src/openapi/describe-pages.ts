import { z } from 'zod';
import type { ZodOpenApiPathsObject, ZodOpenApiResponseObject } from 'zod-openapi';

const html = { 'text/html': { schema: z.string() } };

const answer = (description: string): ZodOpenApiResponseObject => ({ description, content: html });

/** What a page says instead of a problem body, in words for people and with the same statuses. */
const failures = {
  '400': answer('The form can’t be read.'),
  '403': answer('The form was sent from another site.'),
  '404': answer('Nobody knows this link.'),
  '410': answer('The invite has been used, has expired or was revoked.'),
  '429': answer('Too many tries; Retry-After says how long to wait.'),
  '500': answer('A fault on our side.'),
  '502': answer('The service behind the gateway gave no usable answer.'),
  '503': answer('Something is away for the moment; Retry-After says how long to wait.'),
  '504': answer('The service behind the gateway did not answer in time.'),
};

const JoinForm = z.object({
  firstName: z.string(),
  lastName: z.string(),
  email: z.string().optional(),
  password: z.string(),
});

const token = z.string().meta({ description: 'The last part of the invite’s link.' });

/** The pages of the resident service, which people see and no route definition describes. */
export const residentPages: ZodOpenApiPathsObject = {
  '/join/{token}': {
    get: {
      operationId: 'getJoinByToken',
      summary: 'Show the page behind an invite’s link',
      description: 'A page on which a person signs up, without scripts. Reading it accepts nothing.',
      tags: ['Pages'],
      security: [],
      requestParams: { path: z.object({ token }) },
      responses: { '200': answer('The page with its form.'), ...failures },
    },
    post: {
      operationId: 'postJoinByToken',
      summary: 'Sign up by the form of that page',
      description: 'Does the same as the sign-up of the API, and answers a page.',
      tags: ['Pages'],
      security: [],
      requestParams: { path: z.object({ token }) },
      requestBody: { required: true, content: { 'application/x-www-form-urlencoded': { schema: JoinForm } } },
      responses: {
        '200': answer('Welcome: the resident is signed up.'),
        '413': answer('The form is larger than 16 KiB.'),
        '422': answer('The page again, with what is wrong beside each field.'),
        ...failures,
      },
    },
  },
};
