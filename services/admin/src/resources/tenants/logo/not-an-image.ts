import type { Fault } from '@pas/platform/errors/fault';
import { invalidField } from '@pas/shared/errors/raise';

/** 422: the bytes are not an image that can be a logo. */
export const notAnImage = (message: string): Fault => invalidField('logo', 'not_an_image', message);
