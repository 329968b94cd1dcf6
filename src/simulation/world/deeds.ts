import type { Hold } from '#api/control-switch.ts';
import { type Deployment, keyOf } from './objects/objects.ts';
import { deletePod } from './pod-writes.ts';
import { createWorkload, joinNode } from './settle-world.ts';
import type { World } from './world.ts';
import { writeControl } from './edges/world-control.ts';
import { tell, US } from './world-core.ts';
import type { WorkloadSpec, WorldDeed } from './world-spec.ts';

/** What deeds do to those who watch the world from outside. */
export interface Watchers {
  blind(isBlind: boolean): void;
  lead(isLeading: boolean): void;
  /** Whoever runs dies at once, and another begins, who remembers nothing. */
  restart(): void;
}

/** Enters all deeds of a world into its calendar. */
export function scheduleDeeds(world: World, watchers: Watchers): void {
  const { clock } = world.core;
  for (const deed of world.spec.deeds) clock.wakeAt(clock.now() + deed.afterMs, () => perform(world, watchers, deed));
}

function perform(world: World, watchers: Watchers, deed: WorldDeed): void {
  const { core, nodes } = world;
  switch (deed.deed) {
    case 'lose-node':
      return nodes.lose(deed.node);
    case 'bring-node-back':
      return nodes.bringBack(deed.node);
    case 'remove-node':
      return nodes.remove(deed.node);
    case 'cordon':
      return nodes.cordon(deed.node);
    case 'uncordon':
      return nodes.uncordon(deed.node);
    case 'drain':
      return nodes.drain(deed.node);
    case 'lose-exporter':
    case 'bring-exporter-back':
      tell(core, deed.deed === 'lose-exporter' ? 'exporter-lost' : 'exporter-back', deed.node);
      return world.scrapes.silence(deed.node, deed.deed === 'lose-exporter');
    case 'add-node':
      tell(core, 'node-joined', deed.add.name);
      return joinNode(core, deed.add);
    case 'create':
      return create(world, deed.create);
    case 'roll-out':
      return rollOut(world, deed.workload);
    case 'scale':
      return scale(world, deed.workload, deed.replicas);
    case 'delete':
      return remove(world, deed.workload);
    case 'delete-pod':
      return deleteOne(world, deed.workload);
    case 'blind':
    case 'see':
      tell(core, deed.deed === 'blind' ? 'metrics-blind' : 'metrics-seen', 'metrics');
      return watchers.blind(deed.deed === 'blind');
    case 'hold-up-watch':
      tell(core, 'watch-held-up', 'watch');
      return world.watch.holdUp();
    case 'let-go-watch':
      tell(core, 'watch-let-go', 'watch');
      return world.watch.letGo();
    case 'pause':
    case 'resume': {
      tell(core, deed.deed === 'pause' ? 'paused' : 'resumed', US);
      const hold: Hold = deed.deed === 'pause' ? { kind: 'held' } : { kind: 'free' };
      writeControl(core.store, deed.deed === 'pause' ? { pause: hold } : { pause: hold, breaker: hold });
      return;
    }
    case 'restart':
      tell(core, 'restarted', US);
      return watchers.restart();
    case 'lose-leader':
    case 'lead-again':
      tell(core, deed.deed === 'lose-leader' ? 'leader-lost' : 'leader-back', US);
      return watchers.lead(deed.deed === 'lead-again');
  }
}

function create({ core, book }: World, workload: WorkloadSpec): void {
  tell(core, 'workload-created', keyOf({ namespace: workload.namespace, name: workload.life.name }));
  book.add(workload.life);
  createWorkload(core, workload);
}

/** A new image: another template. */
function rollOut({ core, spec }: World, workload: string): void {
  const key = keyIn(spec, workload);
  const deployment = core.store.get('Deployment', key);
  if (deployment === undefined) return;
  const { template } = deployment.spec;
  const [container, ...others] = template.spec.containers;
  const [image = '', tag = '1'] = (container!.image ?? '').split(':');
  const containers = [{ ...container!, image: `${image}:${Number(tag) + 1}` }, ...others];
  tell(core, 'rolled-out', key, { why: `to ${image}:${Number(tag) + 1}` });
  const rolled: Deployment = {
    ...deployment,
    spec: { ...deployment.spec, template: { ...template, spec: { ...template.spec, containers } } },
  };
  core.store.put('Deployment', rolled);
}

function scale({ core, spec }: World, workload: string, replicas: number): void {
  const key = keyIn(spec, workload);
  const { store } = core;
  const deployment = store.get('Deployment', key);
  const stateful = store.get('StatefulSet', key);
  const set = store.get('ReplicaSet', key);
  const before = (deployment ?? stateful ?? set)?.spec.replicas;
  if (before === undefined) return;
  tell(core, 'scaled', key, { why: `from ${before} to ${replicas}, by hand` });
  if (deployment !== undefined) store.put('Deployment', { ...deployment, spec: { ...deployment.spec, replicas } });
  else if (stateful !== undefined) store.put('StatefulSet', { ...stateful, spec: { ...stateful.spec, replicas } });
  else if (set !== undefined) store.put('ReplicaSet', { ...set, spec: { ...set.spec, replicas } });
}

function remove({ core, spec }: World, workload: string): void {
  const key = keyIn(spec, workload);
  tell(core, 'deleted', key);
  for (const kind of [
    'HorizontalPodAutoscaler',
    'Deployment',
    'ReplicaSet',
    'StatefulSet',
    'DaemonSet',
    'Job',
  ] as const) {
    core.store.remove(kind, key);
  }
}

function deleteOne({ core, spec }: World, workload: string): void {
  const [namespace = ''] = keyIn(spec, workload).split('/');
  const pod = core.store.podsIn(namespace).find(({ metadata }) => metadata.labels?.['app'] === workload);
  if (pod !== undefined) deletePod(core, pod);
}

function keyIn({ workloads }: World['spec'], workload: string): string {
  const namespace = workloads.find(({ life }) => life.name === workload)?.namespace ?? 'default';
  return `${namespace}/${workload}`;
}
