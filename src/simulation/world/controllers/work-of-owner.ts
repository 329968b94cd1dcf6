import type { ObjectMeta, OwnerReference } from '#api/kubernetes/metadata.ts';
import type { PodSpec } from '#api/kubernetes/pod.ts';
import { keyOf, type PodTemplate } from '#simulation/world/objects/objects.ts';
import { tell, type WorldCore } from '#simulation/world/world-core.ts';

/** What a controller writes on what it makes. */
export function ownerOf(kind: string, { name, uid }: ObjectMeta): OwnerReference {
  return { apiVersion: kind === 'Job' ? 'batch/v1' : 'apps/v1', kind, name, uid, controller: true };
}

// as the API server makes names: no vowels, so that no words come up
const LETTERS = 'bcdfghjklmnpqrstvwxz2456789';

/** Five letters that the API server puts after `generateName`. */
export function nameSuffix({ rng }: Pick<WorldCore, 'rng'>): string {
  return Array.from({ length: 5 }, () => LETTERS[rng.int(LETTERS.length)]).join('');
}

/** Makes a pod from its owner's template. */
export function createPod(
  core: WorldCore,
  owner: { readonly kind: string; readonly metadata: ObjectMeta },
  template: PodTemplate,
  otherwise: { readonly name?: string; readonly spec?: Partial<PodSpec> } = {},
): void {
  const { metadata, kind } = owner;
  const name = otherwise.name ?? `${metadata.name}-${nameSuffix(core)}`;
  const draft = {
    metadata: {
      name,
      namespace: metadata.namespace!,
      labels: template.metadata.labels,
      ...(template.metadata.annotations === undefined ? {} : { annotations: template.metadata.annotations }),
      ownerReferences: [ownerOf(kind, metadata)],
    },
    spec: { ...template.spec, ...otherwise.spec },
    status: { phase: 'Pending' as const },
  };
  const created = core.store.create('Pod', draft);
  if (created !== undefined) tell(core, 'pod-created', keyOf(created.metadata));
}
