import { headerValues } from '@pas/testing/hostile/header-values';
import { maxProcessorMs, measureCost } from '@pas/testing/hostile/measure-cost';
import { expect, test } from 'vitest';
import { parseControllerKey } from '../api-keys/controller-key-format.ts';
import { parseApiKey } from '../api-keys/key-format.ts';
import { targetOfPath, templateOfPath } from '../audit/path-target.ts';
import { createRefreshCookie } from '../sessions/refresh-cookie.ts';
import { acceptedLanguage, dateLocale, languageOf } from '../messages/language.ts';
import { isStrictJws } from './strict-jws.ts';

const refreshCookie = createRefreshCookie('https://portal.example.test', 'TEST');

const readers: Readonly<Record<string, (value: string) => unknown>> = {
  'an API key': parseApiKey,
  'a controller key': parseControllerKey,
  'a token': isStrictJws,
  'a refresh cookie': (value) => refreshCookie.read(value),
  'accepted languages': acceptedLanguage,
  'a language': languageOf,
  'the language of dates': (value) => dateLocale('en', value),
  'the target of a path': targetOfPath,
  'the template of a path': templateOfPath,
};

test.each(Object.entries(readers))('%s: every header is read within the limit of time', (_name, read) => {
  for (const [name, make] of Object.entries(headerValues)) {
    const value = make();
    const { processorMs, status } = measureCost(() => read(value));
    expect([name, status, processorMs < maxProcessorMs]).toEqual([name, 200, true]);
  }
});
