import { ourMarks } from '#decisions/rescheduling/migration/surge/our-marks.ts';
import type { KubeObject } from '../kube-api.ts';
import { auditedIn } from '../rights-used.ts';

/** Something that we asked to be done to a pod, as the API server wrote it down. */
export interface Act {
  /** When it was answered: milliseconds since the Unix epoch. */
  readonly at: number;
  readonly what: 'rehearsal' | 'eviction' | 'clone' | 'adoption' | 'deletion' | 'patch';
  readonly namespace: string;
  readonly name: string;
  /** Of the request's precondition, where it has one. */
  readonly uid: string | undefined;
  readonly isDone: boolean;
}

/** All that programs called `plimsoll` asked for about pods, in order. */
export function actsIn(auditLog: string): readonly Act[] {
  const ours = auditedIn(auditLog).filter(
    ({ userAgent = '', objectRef }) => userAgent.startsWith('plimsoll') && objectRef?.resource === 'pods',
  );
  return ours.flatMap(actOf).toSorted((one, other) => one.at - other.at);
}

function actOf(audited: KubeObject): readonly Act[] {
  const { verb, objectRef, requestObject = {}, responseStatus, stageTimestamp, requestURI } = audited;
  const what = whatIsDone(verb, objectRef.subresource, requestObject, requestURI);
  if (what === undefined) return [];
  const { namespace, name = requestObject.metadata?.name } = objectRef;
  return [
    {
      at: Date.parse(stageTimestamp),
      what,
      namespace,
      name,
      uid: preconditionIn(requestObject),
      isDone: responseStatus?.code < 300,
    },
  ];
}

function whatIsDone(verb: string, subresource: string, asked: KubeObject, uri: string): Act['what'] | undefined {
  if (verb === 'create' && subresource === 'eviction') {
    const isDry = uri.includes('dryRun=') || (asked.deleteOptions?.dryRun ?? []).length > 0;
    return isDry ? 'rehearsal' : 'eviction';
  }
  if (subresource !== undefined) return undefined;
  if (verb === 'create') return 'clone';
  if (verb === 'delete' || verb === 'deletecollection') return 'deletion';
  if (verb !== 'patch') return undefined;
  return asked.metadata?.labels?.['pod-template-hash'] === undefined ? 'patch' : 'adoption';
}

const preconditionIn = ({ deleteOptions, preconditions, metadata }: KubeObject): string | undefined =>
  (deleteOptions?.preconditions ?? preconditions)?.uid ?? metadata?.uid;

/** What promises 3 and 7 of product.md §5 forbid, and was done all the same. */
export function forbiddenActs(acts: readonly Act[]): readonly string[] {
  const clones = new Set(acts.filter(({ what, isDone }) => what === 'clone' && isDone).map(nameOf));
  const evicted = new Map<string, number>();
  const told: string[] = [];
  for (const act of acts) {
    const isMeant = act.uid !== undefined;
    if (!isMeant && act.what !== 'clone') told.push(`${act.what} of ${nameOf(act)} without a uid`);
    if (act.what === 'deletion' && !clones.has(nameOf(act)))
      told.push(`deletion of ${nameOf(act)}, which we did not create`);
    if (act.what !== 'eviction' || !act.isDone || act.uid === undefined) continue;
    evicted.set(act.uid, (evicted.get(act.uid) ?? 0) + 1);
    if (evicted.get(act.uid) === 2) told.push(`${nameOf(act)} evicted twice`);
  }
  return told;
}

/** Of the evictions that came to pass, those of this pod. */
export const evictionsOf = (acts: readonly Act[], uid: string): number =>
  acts.filter((act) => act.what === 'eviction' && act.isDone && act.uid === uid).length;

const nameOf = ({ namespace, name }: Pick<Act, 'namespace' | 'name'>): string => `${namespace}/${name}`;

/** What a finished move must not leave on a pod; the two marks of a replacement may stay. */
export function leftOn({ metadata }: KubeObject): readonly string[] {
  const { labels = {}, annotations = {} } = metadata;
  const ours = [ourMarks.clone, ourMarks.retiring, ourMarks.deletionCostWas, DELETION_COST];
  return ours.filter((key) => key in labels || key in annotations);
}

const DELETION_COST = 'controller.kubernetes.io/pod-deletion-cost';
