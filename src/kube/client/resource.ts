import { KubeFault } from '#kube/transport/faults/kube-fault.ts';
import type { KubeObject } from './kube-object.ts';

/** A kind of object the API server serves, and what we take its objects for. */
export interface Resource<T = KubeObject> {
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  readonly kind: string;
  readonly namespaced: boolean;
  /** Unknown fields are refused instead of dropped: for kinds of our own, where they are our mistake. */
  readonly strict?: boolean;
  /** Turns parsed JSON into what is wanted of it, or throws. Absent: it is taken for what it should be. */
  readonly decode?: (value: unknown) => T;
}

/** Where an object lives. */
export interface At {
  readonly namespace?: string | undefined;
  readonly name: string;
}

/** A pod has a namespace. */
export interface AtNamespaced extends At {
  readonly namespace: string;
}

export const apiVersionOf = ({ group, version }: Pick<Resource, 'group' | 'version'>): string =>
  group === '' ? version : `${group}/${version}`;

/** All objects of a kind, in one namespace or in all. */
export function collectionPath(resource: Resource<unknown>, namespace?: string): string {
  const { group, version, plural, namespaced } = resource;
  const root = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
  return namespaced && namespace !== undefined
    ? `${root}/namespaces/${segment(namespace)}/${plural}`
    : `${root}/${plural}`;
}

/** Where an object is created. */
export function creationPath(resource: Resource<unknown>, namespace: string | undefined): string {
  if (resource.namespaced && namespace === undefined) throw homeless(resource, 'one of them');
  return collectionPath(resource, namespace);
}

/** One object, or a part of it that is served apart. */
export function objectPath(resource: Resource<unknown>, at: At, subresource?: string): string {
  if (resource.namespaced && at.namespace === undefined) throw homeless(resource, at.name);
  const path = `${collectionPath(resource, at.namespace)}/${segment(at.name)}`;
  return subresource === undefined ? path : `${path}/${subresource}`;
}

/** Where an object says it lives. */
export function placeOf(resource: Resource<unknown>, { metadata }: KubeObject): At {
  if (metadata?.name === undefined) throw nameless(resource);
  return { namespace: metadata.namespace, name: metadata.name };
}

/** A name with a slash, or none at all, would ask for something else. */
function segment(text: string): string {
  if (text === '' || text === '.' || text === '..')
    throw new KubeFault('kube/invalid', `"${text}" is no name`, { taken: 'no' });
  return encodeURIComponent(text);
}

const homeless = ({ plural }: Resource<unknown>, name: string): KubeFault =>
  new KubeFault('kube/invalid', `addressing ${plural} ${name}: no namespace was given`, { taken: 'no' });

const nameless = ({ plural }: Resource<unknown>): KubeFault =>
  new KubeFault('kube/invalid', `addressing one of ${plural}: the object has no name`, { taken: 'no' });
