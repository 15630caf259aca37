import { accessSync, constants, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { freePort } from '@pas/testing/free-port';
import { runProgram } from '../measure/run-program.ts';
import type { Bench, Subject } from './subject.ts';

/** Where distributions put it, which is not in everybody's PATH. */
const systemDirectories = ['/usr/sbin', '/usr/local/sbin'];

function findNginx(): string | undefined {
  const directories = [...(process.env['PATH'] ?? '').split(delimiter), ...systemDirectories];
  return directories
    .filter(Boolean)
    .map((directory) => join(directory, 'nginx'))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

/** One process, like the others; connections to the upstream are kept, and each request is logged, as at an edge. */
const configuration = (dir: string, port: number, upstream: URL): string => `
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
`;

/** Runs nginx as a plain proxy; null where it isn't installed. */
export async function runNginx(bench: Bench): Promise<Subject | null> {
  const nginx = findNginx();
  if (nginx === undefined) return null;
  const dir = join(bench.dir, 'nginx');
  mkdirSync(dir);
  const port = await freePort();
  const file = join(dir, 'nginx.conf');
  writeFileSync(file, configuration(dir, port, new URL(bench.upstreamUrl)));
  const url = `http://127.0.0.1:${port}`;
  const running = await runProgram({
    command: [nginx, '-p', dir, '-c', file],
    env: {},
    logFile: join(dir, 'nginx.log'),
    readyUrl: `${url}/readyz`,
  });
  return { name: 'nginx', url, ...running };
}
