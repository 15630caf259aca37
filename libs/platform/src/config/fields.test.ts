import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import {
  CommaList,
  EnvironmentName,
  HttpUrl,
  HttpUrlList,
  Milliseconds,
  MongoUrl,
  NatsUrl,
  Pem,
  PemList,
  Port,
  Secret,
  SecretList,
} from './fields.ts';

const keyPem = (): string =>
  generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }).toString().trim();
const [first, second] = [keyPem(), keyPem()];
const secret = 's'.repeat(32);

const isTaken = (field: z.ZodType, text: string): boolean => field.safeParse(text).success;

describe('a variable', () => {
  test.each<[string, z.ZodType, string, unknown]>([
    ['a port', Port, '65535', 65_535],
    ['any free port', Port, '0', 0],
    ['milliseconds', Milliseconds, '4000', 4000],
    ['a list', CommaList, ' a, b,,c ', ['a', 'b', 'c']],
    ['an address without its last slash', HttpUrl, 'https://portal.test/', 'https://portal.test'],
    ['several addresses', HttpUrlList, 'http://a:1,http://b:2/', ['http://a:1', 'http://b:2']],
    ['an environment', EnvironmentName, 'QA_2', 'QA_2'],
    ['a key with written line breaks', Pem, first.replaceAll('\n', '\\n'), first],
    ['several keys', PemList, `${first}\n${second}`, [first, second]],
    ['several keys in one line', PemList, `${first}${second}`.replaceAll('\n', '\\n'), [first, second]],
    ['a secret', Secret, secret, secret],
    ['several secrets', SecretList, `${secret},${secret}2`, [secret, `${secret}2`]],
    [
      'one server',
      MongoUrl,
      'mongodb://127.0.0.1:27017/core?replicaSet=rs0',
      'mongodb://127.0.0.1:27017/core?replicaSet=rs0',
    ],
    [
      'a replica set',
      MongoUrl,
      'mongodb://user:p%40ss@a:27017,b:27017,c:27017/core',
      'mongodb://user:p%40ss@a:27017,b:27017,c:27017/core',
    ],
    [
      'a service record',
      MongoUrl,
      'mongodb+srv://user:pass@cluster.test/core',
      'mongodb+srv://user:pass@cluster.test/core',
    ],
    ['one bus', NatsUrl, 'nats://user:pass@127.0.0.1:4222', 'nats://user:pass@127.0.0.1:4222'],
    ['a cluster of buses', NatsUrl, 'tls://u:p@a:4222,tls://u:p@b:4222', 'tls://u:p@a:4222,tls://u:p@b:4222'],
  ])('accepts %s', (_name, field, text, value) => {
    expect(field.parse(text)).toEqual(value);
  });

  test.each<[string, z.ZodType, string]>([
    ['a port too high', Port, '65536'],
    ['a port below zero', Port, '-1'],
    ['half a port', Port, '80.5'],
    ['a negative time', Milliseconds, '-1'],
    ['a unit of time', Milliseconds, '5s'],
    ['an address without a scheme', HttpUrl, 'portal.test'],
    ['another scheme', HttpUrl, 'ftp://portal.test'],
    ['an empty list of addresses', HttpUrlList, ' , '],
    ['one bad address of several', HttpUrlList, 'http://a,b'],
    ['an environment in lower case', EnvironmentName, 'dev'],
    ['an environment of one letter', EnvironmentName, 'D'],
    ['an environment of 17 letters', EnvironmentName, 'A'.repeat(17)],
    ['an environment with a digit first', EnvironmentName, '1DEV'],
    ['a key that is none', Pem, 'ssh-ed25519 AAAA'],
    ['keys that are none', PemList, 'AAAA'],
    ['a short secret', Secret, 's'.repeat(31)],
    ['a short one among secrets', SecretList, `${secret},short`],
    ['another database', MongoUrl, 'postgres://127.0.0.1/core'],
    ['a database without a host', MongoUrl, 'mongodb:///core'],
    ['a database with a space', MongoUrl, 'mongodb://a b/core'],
    ['another bus', NatsUrl, 'amqp://127.0.0.1'],
    ['half a cluster', NatsUrl, 'nats://a:4222,b:4222'],
  ])('refuses %s', (_name, field, text) => {
    expect(isTaken(field, text)).toBe(false);
  });
});
