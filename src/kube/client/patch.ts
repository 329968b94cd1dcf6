/** A change to an object, in one of the four ways the API server knows. */
export type Patch =
  /** RFC 7386: null removes, lists are replaced whole. */
  | { readonly kind: 'merge'; readonly change: object }
  /** RFC 6902. */
  | { readonly kind: 'json'; readonly steps: readonly JsonPatchStep[] }
  /** Lists of built-in kinds are merged by their keys; custom resources do not know it. */
  | { readonly kind: 'strategic'; readonly change: object }
  /** Server-side apply: the fields we want to own, as we want them. Creates what is not there. */
  | { readonly kind: 'apply'; readonly wanted: object; readonly conflicts: 'refuse' | 'take-over' };

export type JsonPatchStep =
  | { readonly op: 'add' | 'replace' | 'test'; readonly path: string; readonly value: unknown }
  | { readonly op: 'remove'; readonly path: string }
  | { readonly op: 'move' | 'copy'; readonly from: string; readonly path: string };

/** A patch as it goes over the wire. */
export interface WirePatch {
  readonly contentType: string;
  readonly body: string;
  /** Whether a second time changes nothing more. */
  readonly repeatable: 'yes' | 'no';
  readonly query: Readonly<Record<string, string>>;
}

export function wirePatch(patch: Patch): WirePatch {
  switch (patch.kind) {
    case 'merge':
      return wired('application/merge-patch+json', patch.change, settles(patch.change));
    case 'strategic':
      return wired('application/strategic-merge-patch+json', patch.change, settles(patch.change));
    case 'json':
      return wired('application/json-patch+json', patch.steps, 'no'); // a second `add` to a list adds again
    case 'apply': {
      // JSON is YAML
      const wire = wired('application/apply-patch+yaml', patch.wanted, settles(patch.wanted));
      return { ...wire, query: { force: String(patch.conflicts === 'take-over') } };
    }
  }
}

const wired = (contentType: string, body: object, repeatable: 'yes' | 'no'): WirePatch => ({
  contentType,
  body: JSON.stringify(body),
  repeatable,
  query: {},
});

/** One bound to a version conflicts with itself once it was taken. */
function settles(change: object): 'yes' | 'no' {
  const metadata: unknown = 'metadata' in change ? change.metadata : undefined;
  return typeof metadata === 'object' && metadata !== null && 'resourceVersion' in metadata ? 'no' : 'yes';
}
