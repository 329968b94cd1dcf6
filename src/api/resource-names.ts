import { isQualifiedName } from './label-syntax.ts';

/** Whether a resource is counted by name beside cpu, memory and ephemeral storage; others place no pod. */
export function isScalarResource(name: string): boolean {
  return (
    isExtendedResource(name) ||
    name.startsWith('hugepages-') ||
    name.includes('kubernetes.io/') ||
    name.startsWith('attachable-volumes-')
  );
}

/** Whether it is a resource that somebody outside Kubernetes offers: a GPU. */
export function isExtendedResource(name: string): boolean {
  if (!name.includes('/') || name.includes('kubernetes.io/') || name.startsWith('requests.')) return false;
  return isQualifiedName(`requests.${name}`);
}

/** Whether a pod may ask for it as a whole, beside what its containers ask for. */
export function isPodLevelResource(name: string): boolean {
  return name === 'cpu' || name === 'memory' || name.startsWith('hugepages-');
}
