import type { Manifest, Pod } from './render-chart.ts';

/** Rules for pods: those of the restricted Pod Security Standard, and those of this repository. */
const podRules: Readonly<Record<string, (pod: Pod) => boolean>> = {
  'runs as root': ({ securityContext: security }) => security?.runAsNonRoot !== true,
  'has no seccomp profile': ({ securityContext: security }) =>
    security?.seccompProfile?.type !== 'RuntimeDefault',
  'has a token of a service account': (pod) => pod.automountServiceAccountToken !== false,
};

const containerRules: Readonly<Record<string, (container: Pod['containers'][number]) => boolean>> = {
  'has an image without a version': ({ image }) =>
    !/:(?!latest(?:$|@))[\w.-]+(@sha256:[0-9a-f]{64})?$/.test(image),
  'can write to its root file system': ({ securityContext: security }) =>
    security?.readOnlyRootFilesystem !== true,
  'can gain privileges': ({ securityContext: security }) => security?.allowPrivilegeEscalation !== false,
  'has capabilities': ({ securityContext: security }) =>
    security?.capabilities?.drop.includes('ALL') !== true,
  'has no limit of processor and memory': ({ resources }) =>
    !resources?.limits['cpu'] || !resources.limits['memory'],
};

/** Lists the broken rules of all pods, as `Deployment core-admin: runs as root`. */
export function findPolicyFaults(manifests: readonly Manifest[]): string[] {
  return manifests.flatMap(({ kind, metadata, spec }) => {
    const pod = spec.template?.spec;
    if (pod === undefined) return [];
    const ofPod = Object.entries(podRules).filter(([, isBroken]) => isBroken(pod));
    const ofContainers = Object.entries(containerRules).filter(([, isBroken]) =>
      pod.containers.some(isBroken),
    );
    return [...ofPod, ...ofContainers].map(([fault]) => `${kind} ${metadata.name}: ${fault}`);
  });
}
