import { runGateway, type GatewaySubject } from './run-gateway.ts';
import { runNginx } from './run-nginx.ts';
import { runOwnProgram, type Bench, type Subject } from './subject.ts';

/** The proxies of one run, with the upstream behind all of them. */
export interface Subjects {
  gateway: GatewaySubject;
  express: Subject;
  fastify: Subject;
  /** Null where nginx isn't installed. */
  nginx: Subject | null;
  /** Ends them all. */
  stop(): Promise<void>;
}

/** Where the programs write, which databases they use, and where the gateway's profile goes, if anywhere. */
export interface StartSubjects {
  dir: string;
  mongoUrl: string;
  profileDir: string | null;
}

/** Starts the upstream, and the proxies before it one after another. */
export async function startSubjects({ dir, mongoUrl, profileDir }: StartSubjects): Promise<Subjects> {
  const upstream = await runOwnProgram('plain-upstream', { dir, upstreamUrl: '' });
  const bench: Bench = { dir, mongoUrl, upstreamUrl: upstream.url };
  const gateway = await runGateway(bench, profileDir);
  const express = await runOwnProgram('express-proxy', bench);
  const fastify = await runOwnProgram('fastify-proxy', bench);
  const nginx = await runNginx(bench);
  const running = [gateway, express, fastify, ...(nginx ? [nginx] : []), upstream];
  return {
    gateway,
    express: { name: 'express-proxy', ...express },
    fastify: { name: 'fastify-proxy', ...fastify },
    nginx,
    async stop() {
      await Promise.all(running.map((program) => program.stop()));
    },
  };
}
