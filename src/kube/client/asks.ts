import type { Ask } from '#kube/transport/transport.ts';
import { type CallOptions, fromOptions, type WriteOptions } from './call-options.ts';
import { type DeleteOptions, wireDeleteOptions } from './delete-options.ts';
import type { KubeObject } from './kube-object.ts';
import { isRecord } from './parse-answer.ts';
import { type Patch, wirePatch } from './patch.ts';
import { apiVersionOf, type At, creationPath, objectPath, placeOf, type Resource } from './resource.ts';

type Any = Resource<unknown>;

/** The request of each verb; with a subresource, on a part of the object that is served apart. */
export const asks = {
  get: (resource: Any, at: At, options: CallOptions, subresource?: string): Ask => ({
    method: 'GET',
    path: objectPath(resource, at, subresource),
    repeatable: 'yes',
    ...fromOptions(options, 'read'),
  }),

  create: (resource: Any, object: KubeObject, options: WriteOptions): Ask => ({
    method: 'POST',
    path: creationPath(resource, object.metadata?.namespace),
    ...write(resource, object, options),
  }),

  update: (resource: Any, object: KubeObject, options: WriteOptions, subresource?: string): Ask => ({
    method: 'PUT',
    path: objectPath(resource, placeOf(resource, object), subresource),
    ...write(resource, object, options),
  }),

  patch(resource: Any, at: At, patch: Patch, options: WriteOptions, subresource?: string): Ask {
    const { query, ...wire } = wirePatch(named(resource, at, patch));
    return {
      method: 'PATCH',
      path: objectPath(resource, at, subresource),
      ...wire,
      query: { ...query, ...writeQuery(resource, options) },
      ...fromOptions(options, 'read'),
    };
  },

  /** Repeated only where it names a uid: by then the name may be another's. */
  delete: (resource: Any, at: At, options: DeleteOptions): Ask => ({
    method: 'DELETE',
    path: objectPath(resource, at),
    body: JSON.stringify(wireDeleteOptions(options)),
    repeatable: options.preconditions?.uid === undefined ? 'no' : 'yes',
    ...fromOptions(options, 'act'),
  }),

  /** Has the server do something to an object, as to bind it or to evict it. */
  act: (resource: Any, at: At, action: KubeObject, subresource: string, options: WriteOptions): Ask => ({
    method: 'POST',
    path: objectPath(resource, at, subresource),
    body: JSON.stringify(action),
    query: writeQuery(resource, options),
    repeatable: 'no',
    ...fromOptions(options, 'act'),
  }),
} as const;

function write(resource: Any, object: KubeObject, options: WriteOptions): Omit<Ask, 'method' | 'path'> {
  return {
    body: JSON.stringify({ apiVersion: apiVersionOf(resource), kind: resource.kind, ...object }),
    query: writeQuery(resource, options),
    repeatable: 'no',
    ...fromOptions(options, 'read'),
  };
}

function writeQuery({ strict }: Any, { dryRun, fieldManager }: WriteOptions): Record<string, string> {
  return {
    ...(dryRun === true ? { dryRun: 'All' } : {}),
    ...(fieldManager === undefined ? {} : { fieldManager }),
    ...(strict === true ? { fieldValidation: 'Strict' } : {}),
  };
}

/** What is applied says what it is. */
function named(resource: Any, { name }: At, patch: Patch): Patch {
  if (patch.kind !== 'apply') return patch;
  const { wanted } = patch;
  const metadata = 'metadata' in wanted && isRecord(wanted.metadata) ? wanted.metadata : {};
  const whole = { apiVersion: apiVersionOf(resource), kind: resource.kind, ...wanted, metadata: { ...metadata, name } };
  return { ...patch, wanted: whole };
}
