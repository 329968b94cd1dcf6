import type { Ask } from './transport.ts';

/** What a request asks for, in the words the API server checks rights by. It holds no name, so it can be counted by. */
export type Asked =
  | {
      readonly kind: 'resource';
      readonly verb: ResourceVerb;
      /** Empty for the core group. */
      readonly group: string;
      readonly version: string;
      readonly resource: string;
      readonly subresource: string | undefined;
    }
  | { readonly kind: 'path'; readonly verb: string; readonly path: string };

export type ResourceVerb = 'get' | 'list' | 'watch' | 'create' | 'update' | 'patch' | 'delete' | 'deletecollection';

/** Reads it off the request as the API server does: a request nobody declared cannot slip by. */
export function askedBy(ask: Ask): Asked {
  const parts = ask.path.split('/').filter((part) => part !== '');
  const core = parts[0] === 'api' && parts.length > 2;
  const grouped = parts[0] === 'apis' && parts.length > 3;
  if (!core && !grouped) return { kind: 'path', verb: ask.method.toLowerCase(), path: ask.path };

  const [group, version] = core ? ['', parts[1]!] : [parts[1]!, parts[2]!];
  const [resource, name, subresource] = withoutNamespace(parts.slice(core ? 2 : 3));
  const verb = verbOf(ask, name !== undefined);
  return { kind: 'resource', verb, group, version, resource: resource!, subresource };
}

/** `namespaces/x/pods` is about pods; `namespaces/x` and its own subresources are about the namespace. */
function withoutNamespace(parts: readonly string[]): readonly string[] {
  const inside = parts[0] === 'namespaces' && parts.length > 2 && parts[2] !== 'status' && parts[2] !== 'finalize';
  return inside ? parts.slice(2) : parts;
}

function verbOf(ask: Ask, named: boolean): ResourceVerb {
  switch (ask.method) {
    case 'GET':
      if (ask.query?.['watch'] === 'true' || ask.query?.['watch'] === '1') return 'watch';
      return named ? 'get' : 'list';
    case 'POST':
      return 'create';
    case 'PUT':
      return 'update';
    case 'PATCH':
      return 'patch';
    case 'DELETE':
      return named ? 'delete' : 'deletecollection';
  }
}

/** For messages and labels: `list pods`, `create pods/eviction`, `get /version`. */
export function inWords(asked: Asked): string {
  if (asked.kind === 'path') return `${asked.verb} ${asked.path}`;
  const group = asked.group === '' ? '' : `.${asked.group}`;
  return `${asked.verb} ${asked.resource}${group}${asked.subresource === undefined ? '' : `/${asked.subresource}`}`;
}
