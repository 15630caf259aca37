#!/usr/bin/env node
import { readConfig } from '@pas/platform/config/read-config';
import { trustAuthorities } from '@pas/platform/tls/trust-authorities';
import { McpConfig } from './config.ts';
import { serveHttp } from './serve-http.ts';
import { serveStdio } from './serve-stdio.ts';

const config = readConfig(McpConfig, process.env);
trustAuthorities(config.TLS_CA_FILE);
if (config.PORT === undefined) {
  const { stdin: input, stdout: output, stderr } = process;
  const remark = (line: string): void => void stderr.write(`${line}\n`);
  if (!(await serveStdio(config, { input, output, remark }))) process.exitCode = 1;
} else await serveHttp(config, config.PORT);
