import type { Connection } from 'mongoose';
import { core } from '@pas/platform/mongo/connections';
import { createCommandJudge, type CommandJudge, type SentCommand } from './judge-commands.ts';

/** Watch of the commands that a sharded cluster would serve badly. */
export interface ShardingWatch extends Pick<CommandJudge, 'takeFaults'> {
  stop(): void;
}

/** Watches databases for commands against the shard plan. Their addresses must come from `withCommandEvents`. */
export function watchSharding(connections: readonly Connection[]): ShardingWatch {
  const judge = createCommandJudge();
  const judgeCommand = (event: Omit<SentCommand, 'isCore'> & { databaseName: string }): void =>
    judge.judge({ ...event, isCore: event.databaseName === core.name });
  // Two connections may share a client.
  const clients = new Set(connections.map((connection) => connection.getClient()));
  for (const client of clients) client.on('commandStarted', judgeCommand);
  return {
    takeFaults: () => judge.takeFaults(),
    stop() {
      for (const client of clients) client.off('commandStarted', judgeCommand);
    },
  };
}
