import { describe, expect, test } from 'vitest';
import { helpText } from './command-line.ts';
import { layPorts, maxReplicas, portBlockSize } from './ports.ts';

describe('layPorts', () => {
  test('gives every process a port of its own within the block, with as many replicas as there may be', () => {
    const ports = layPorts(8080, maxReplicas).all.map(({ port }) => port);
    expect(new Set(ports).size).toBe(ports.length);
    expect(Math.min(...ports)).toBe(8080);
    expect(Math.max(...ports)).toBeLessThan(8080 + portBlockSize);
  });

  test('stands as the help says', () => {
    const ports = layPorts(8080, 2);
    expect(helpText).toContain('N+7   mongod');
    expect(ports.portOf('mongod')).toBe(8087);
    expect(helpText).toContain('N+10r replica r of admin, then resident');
    expect(ports.portsOf('admin')).toEqual([8090, 8100]);
    expect(ports.portsOf('resident')).toEqual([8091, 8101]);
    expect(ports.metricsPortOf(8090)).toBe(8190);
  });
});
