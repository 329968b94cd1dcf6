import { isQualifiedName } from './label-syntax.ts';

const kubernetesDomain = 'kubernetes.io/';

/** A resource of somebody else's domain, as device plugins announce it. */
export function isExtendedResource(name: string): boolean {
  if (!name.includes('/') || name.includes(kubernetesDomain) || name.startsWith('requests.')) return false;
  return isQualifiedName(`requests.${name}`);
}

/** What is counted besides cpu, memory, ephemeral storage and pods. */
export function isScalarResource(name: string): boolean {
  return (
    isExtendedResource(name) ||
    name.startsWith('hugepages-') ||
    name.includes(kubernetesDomain) ||
    name.startsWith('attachable-volumes-')
  );
}
