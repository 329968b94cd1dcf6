import type { Condition, ObjectMeta, OwnerReference, StringMap } from '#api/kubernetes/metadata.ts';
import type { Shape } from '#kube/decode/shapes.ts';
import {
  boolean,
  listOf,
  nothing,
  number,
  objectOf,
  rawText,
  shared,
  text,
  textAs,
  textMap,
} from '#kube/decode/shapes.ts';

const owner = objectOf<OwnerReference>({ apiVersion: text, kind: text, name: text, uid: text, controller: boolean });

/** The metadata of a kind, with these annotations of it. */
export function metadataWith(annotations: Shape<StringMap>): Shape<ObjectMeta> {
  return objectOf<ObjectMeta>({
    name: rawText,
    namespace: text,
    uid: rawText,
    resourceVersion: rawText,
    generation: number,
    creationTimestamp: rawText,
    deletionTimestamp: rawText,
    labels: textMap,
    annotations,
    ownerReferences: shared(listOf(owner)),
    finalizers: shared(listOf(text)),
  });
}

/** Only these annotations are kept. */
export function annotationsNamed(...keys: readonly string[]): Shape<StringMap> {
  return { reading: { kind: 'fields', fields: Object.fromEntries(keys.map((key) => [key, text])) } };
}

/** The metadata of a kind whose annotations nobody reads. */
export const plainMetadata: Shape<ObjectMeta> = metadataWith(nothing);

const conditionFields = {
  type: text,
  status: textAs<Condition['status']>(),
  reason: text,
  message: text,
  lastTransitionTime: rawText,
};

export const condition: Shape<Condition> = objectOf<Condition>({ ...conditionFields, observedGeneration: number });

/** Conditions of nodes do not say which generation they saw. */
export const nodeCondition: Shape<Condition> = objectOf<Omit<Condition, 'observedGeneration'>>(conditionFields);
