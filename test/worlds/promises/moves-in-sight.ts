import type { Node } from '#api/kubernetes/node.ts';
import { loadDefaults } from '#load/options.ts';
import { isReady } from '#simulation/world/objects/object-store.ts';
import { minutes, type Scene } from '../scene.ts';

/** What is decided may be carried out so much later, and a node that has just come is not measured yet. */
const SLACK_MS = 60_000;
const LEAST_COVERAGE = 0.9;

function readyForMs(node: Node, now: number): number {
  const since = node.status?.conditions?.find(({ type }) => type === 'Ready')?.lastTransitionTime;
  return isReady(node) ? now - Date.parse(since ?? '') : 0;
}

/** Nothing is moved on unknown, stale or partial data. */
export function movesInSight(scene: Scene): void {
  const { world } = scene;
  let blindSince: number | undefined;
  let heldSince: number | undefined;
  scene.onEvent(({ kind, at }) => {
    if (kind === 'metrics-blind') blindSince ??= at;
    else if (kind === 'metrics-seen') blindSince = undefined;
    else if (kind === 'watch-held-up') heldSince ??= at;
    else if (kind === 'watch-let-go') heldSince = undefined;
  });
  const patience = loadDefaults.freshForMs + SLACK_MS;

  /** By the node's own clock, which is the one that its samples bear. */
  function isSeen(node: string): boolean {
    const gauge = world.scrapes.nodeGauge(node, 'memory');
    return gauge !== undefined && scene.now - Math.min(gauge.takenAt, blindSince ?? Infinity) <= patience;
  }

  scene.onMove(({ pod, node, at }) => {
    const who = `${pod.metadata.name} left ${node}`;
    if (heldSince !== undefined && at - heldSince > patience)
      scene.tell('moves in sight', `${who}, the watch being silent for ${minutes(at - heldSince)}`);
    if (!isSeen(node)) scene.tell('moves in sight', `${who}, whose load was not known`);
    const ready = [...world.core.store.list('Node')].filter((each) => readyForMs(each, at) > SLACK_MS);
    const seen = ready.filter(({ metadata }) => isSeen(metadata.name)).length;
    if (seen < LEAST_COVERAGE * ready.length)
      scene.tell('moves in sight', `${who}, ${seen} of ${ready.length} ready nodes being seen`);
  });
}
