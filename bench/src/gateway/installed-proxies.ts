import type { InstalledProxy } from './run-installed.ts';

/** One process, like the others; connections to the upstream are kept, and each request is logged, as at an edge. */
export const nginx: InstalledProxy = {
  name: 'nginx',
  args: (file, dir) => ['-p', dir, '-c', file],
  configuration: ({ dir, port, upstream }) => `
daemon off;
master_process off;
pid ${dir}/nginx.pid;
error_log ${dir}/error.log;
events { worker_connections 1024; }
http {
  access_log ${dir}/access.log combined buffer=8k;
  client_body_temp_path ${dir}/body;
  proxy_temp_path ${dir}/proxy;
  fastcgi_temp_path ${dir}/fastcgi;
  uwsgi_temp_path ${dir}/uwsgi;
  scgi_temp_path ${dir}/scgi;
  keepalive_requests 1000000;
  upstream plain { server ${upstream.host}; keepalive 64; keepalive_requests 1000000; }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://plain;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
    }
  }
}
`,
};

/** One process and one thread; it logs each request to its standard output. */
export const haproxy: InstalledProxy = {
  name: 'haproxy',
  args: (file) => ['-db', '-f', file],
  configuration: ({ port, upstream }) => `
global
  nbthread 1
  log stdout format raw local0
defaults
  mode http
  log global
  option httplog
  timeout connect 2s
  timeout client 60s
  timeout server 30s
frontend edge
  bind 127.0.0.1:${port}
  default_backend plain
backend plain
  http-reuse always
  server one ${upstream.host}
`,
};

/** Caddy before an API with static keys: it compares the key, logs each request and counts it. */
export const caddyWith = (authorization: string): InstalledProxy => ({
  name: 'caddy',
  args: (file) => ['run', '--config', file, '--adapter', 'caddyfile'],
  readyPath: '/ready',
  configuration: ({ dir, port, upstream }) => `
{
  admin off
  auto_https off
  servers {
    metrics
  }
}
http://127.0.0.1:${port} {
  log {
    output file ${dir}/access.log
  }
  @keyed header Authorization "${authorization}"
  handle /ready {
    respond 200
  }
  handle @keyed {
    reverse_proxy ${upstream.host} {
      header_up -Authorization
    }
  }
  handle {
    respond 401
  }
}
`,
});
