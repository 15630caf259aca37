import { expect, test } from 'vitest';
import { withTrace } from '../trace/trace.ts';
import { createLogger } from './logger.ts';

/** Makes a logger with its written lines. */
function listen(level = 'info') {
  const lines: Record<string, unknown>[] = [];
  const out = { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) };
  return { lines, log: createLogger({ service: 'admin', environment: 'DEV', level }, out) };
}

test('a line has its time, level, service, environment and trace', () => {
  const { lines, log } = listen();
  const trace = { correlationId: 'given-by-the-test', traceparent: null };
  withTrace(trace, () => log.warn({ unitId: 'unit_1' }, 'a unit'));
  const [{ time, ...line } = {}] = lines;
  expect(line).toEqual({
    level: 'warn',
    service: 'admin',
    environment: 'DEV',
    ...trace,
    unitId: 'unit_1',
    msg: 'a unit',
  });
  expect(Date.parse(String(time))).toBeCloseTo(Date.now(), -4);
});

test('a line at start-up has no trace', () => {
  const { lines, log } = listen();
  log.info('listening');
  expect(lines[0]).not.toHaveProperty('correlationId');
});

test('lines below the level are not written', () => {
  const { lines, log } = listen('error');
  log.info('quiet');
  log.error('loud');
  expect(lines.map(({ msg }) => msg)).toEqual(['loud']);
});

test.each([
  'authorization',
  'cookie',
  'password',
  'token',
  'secret',
  'refreshToken',
  'inviteUrl',
  'pin',
  'email',
  'phone',
])('no line shows a %s, down to the third level', (name) => {
  const { lines, log } = listen();
  log.info({ [name]: 'canary', body: { [name]: 'canary', user: { [name]: ['canary'] } } }, 'a request');
  expect(JSON.stringify(lines)).not.toContain('canary');
  expect(JSON.stringify(lines)).toContain('[redacted]');
});
