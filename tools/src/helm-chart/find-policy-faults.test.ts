import { expect, test } from 'vitest';
import { findPolicyFaults } from './find-policy-faults.ts';
import { readManifests } from './render-chart.ts';

const goodPod = `
automountServiceAccountToken: false
securityContext: { runAsNonRoot: true, seccompProfile: { type: RuntimeDefault } }
containers:
  - image: registry.test/admin:1.2.3
    env: []
    securityContext:
      readOnlyRootFilesystem: true
      allowPrivilegeEscalation: false
      capabilities: { drop: [ALL] }
    resources: { limits: { cpu: '1', memory: 512Mi } }`;

const findIn = (pod: string): string[] => {
  const lines = ['kind: Deployment', 'metadata: { name: core-admin }', 'spec:', '  template:', '    spec:'];
  return findPolicyFaults(readManifests([...lines, pod.replaceAll('\n', '\n      ')].join('\n')));
};

test('a restricted pod has no fault', () => {
  expect(findIn(goodPod)).toEqual([]);
});

test.each([
  ['runs as root', 'runAsNonRoot: true', 'runAsNonRoot: false'],
  ['has no seccomp profile', 'RuntimeDefault', 'Unconfined'],
  ['has a token of a service account', 'automountServiceAccountToken: false', ''],
  ['has an image without a version', 'admin:1.2.3', 'admin'],
  ['has an image without a version', 'admin:1.2.3', 'admin:latest'],
  ['can write to its root file system', 'readOnlyRootFilesystem: true', ''],
  ['can gain privileges', 'allowPrivilegeEscalation: false', ''],
  ['has capabilities', '[ALL]', '[]'],
  ['has no limit of processor and memory', "cpu: '1', ", ''],
])('a pod %s: %s → %s', (fault, good, bad) => {
  expect(findIn(goodPod.replace(good, bad))).toEqual([`Deployment core-admin: ${fault}`]);
});
