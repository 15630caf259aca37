import { expect, test } from 'vitest';
import { findOutboundFault, normalizeUrl } from './outbound-url.ts';

const production = { allowsLoopback: false };
const development = { allowsLoopback: true };

test.each([
  'https://push.example/subscriptions/8d2c',
  'https://push.example:8443/a?b=c',
  'https://8.8.8.8/a',
  'https://[2606:4700::1111]/a',
])('%s may be called', (url) => {
  expect(findOutboundFault(url, production)).toBeNull();
});

test.each([
  ['no URL', 'push.example'],
  ['another scheme', 'ftp://push.example/a'],
  ['plain http', 'http://push.example/a'],
  ['credentials', 'https://user:pass@push.example/a'],
  ['a private network', 'https://10.0.0.1/a'],
  ['another private network', 'https://172.31.255.1/a'],
  ['a home network', 'https://192.168.1.1/a'],
  ['a carrier’s network', 'https://100.64.0.1/a'],
  ['the metadata service', 'https://169.254.169.254/latest/meta-data'],
  ['this machine', 'https://127.0.0.1/a'],
  ['this machine by another spelling', 'https://0x7f.1/a'],
  ['this machine as a number', 'https://2130706433/a'],
  ['this machine by name', 'https://localhost/a'],
  ['this machine by name with a dot', 'https://LOCALHOST./a'],
  ['every address', 'https://0.0.0.0/a'],
  ['multicast', 'https://224.0.0.1/a'],
  ['this machine in IPv6', 'https://[::1]/a'],
  ['link-local in IPv6', 'https://[fe80::1]/a'],
  ['a unique local address', 'https://[fd00::1]/a'],
  ['IPv4 within IPv6', 'https://[::ffff:10.0.0.1]/a'],
  ['IPv4 within IPv6, of the metadata service', 'https://[::ffff:a9fe:a9fe]/a'],
  ['NAT64', 'https://[64:ff9b::a00:1]/a'],
  ['6to4', 'https://[2002:a00:1::]/a'],
  ['a name without a domain', 'https://intranet/a'],
  ['a name of the local network', 'https://printer.local/a'],
  ['the metadata service by name', 'https://metadata.cloud.internal/a'],
  ['a service of the cluster', 'https://kubernetes.default.svc/a'],
  ['a service of the cluster by its whole name', 'https://kubernetes.default.svc.cluster.local/a'],
  ['a service of a mesh', 'https://vault.service.consul/a'],
  ['an empty label', 'https://a..b/'],
  ['an empty first label', 'https://.example.com/'],
  ['two dots at the end', 'https://example.com../'],
  ['a label that begins with a hyphen', 'https://-a.example.com/'],
  ['a label that ends with a hyphen', 'https://a-.example.com/'],
  ['a label that is too long', `https://${'a'.repeat(64)}.example.com/`],
  ['a name that is too long', `https://${'a.'.repeat(126)}example.com/`],
])('%s may not be called', (_what, url) => {
  expect(findOutboundFault(url, production)).toMatch(/^Expected/);
});

test('in development this machine may be called, over plain http too, and nothing else', () => {
  for (const url of [
    'http://127.0.0.1:4103/a',
    'http://localhost:4103/a',
    'http://[::1]:1/a',
    'https://127.0.0.1/',
  ])
    expect(findOutboundFault(url, development)).toBeNull();
  for (const url of ['http://10.0.0.1/a', 'http://push.example/a', 'https://169.254.169.254/a'])
    expect(findOutboundFault(url, development)).toMatch(/^Expected/);
});

test.each([
  ['https://ｅxample.com/', 'https://example.com/'],
  ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
  ['HTTPS://Example.COM', 'https://example.com/'],
  ['https://example.com./a', 'https://example.com/a'],
  ['https://example.com:443/a', 'https://example.com/a'],
  ['https://example.com/a/../日?q=ü#part', 'https://example.com/%E6%97%A5?q=%C3%BC'],
  ['https://exa\nmple.com/', 'https://example.com/'],
  ['no address', 'no address'],
])('%j is written %s', (text, url) => {
  expect(normalizeUrl(text)).toBe(url);
  expect(normalizeUrl(url)).toBe(url);
});
