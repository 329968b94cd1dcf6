import type { PodMigration } from '#api/pod-migration.ts';
import { hashOfText } from '#base/hash.ts';

/** A pod's name is also a host name: 63 characters, of which the hash takes nine. */
const LONGEST_STEM = 54;

/** The name of the clone: the same for every try of this migration, and of no other. */
export function cloneName({ metadata, spec }: PodMigration): string {
  const stem = spec.podRef.name.slice(0, LONGEST_STEM).replace(/[^a-z0-9]+$/, '');
  const hash = hashOfText(`${metadata.namespace}/${metadata.uid}`) >>> 0;
  return `${stem}-${hash.toString(16).padStart(8, '0')}`;
}
