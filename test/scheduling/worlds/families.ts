import type { Family } from './draft.ts';
import { declaredFeatures } from './families/declared-features.ts';
import { endings } from './families/endings.ts';
import { giants } from './families/giants.ts';
import { hostPorts } from './families/host-ports.ts';
import { images } from './families/images.ts';
import { initContainers } from './families/init-containers.ts';
import { inPlaceResize } from './families/in-place-resize.ts';
import { legacyDisks } from './families/legacy-disks.ts';
import { nodeAffinity } from './families/node-affinity.ts';
import { nominations } from './families/nominations.ts';
import { oddities } from './families/oddities.ts';
import { overhead } from './families/overhead.ts';
import { owners } from './families/owners.ts';
import { podAffinity } from './families/pod-affinity.ts';
import { profileArgs } from './families/profile-args.ts';
import { resources } from './families/resources.ts';
import { spread } from './families/spread.ts';
import { taints } from './families/taints.ts';
import { volumeLimits } from './families/volume-limits.ts';
import { volumes } from './families/volumes.ts';

/** All families, in the order in which they add: what looks at the work of others comes after them. */
export const families: readonly Family[] = [
  resources,
  initContainers,
  overhead,
  inPlaceResize,
  giants,
  oddities,
  hostPorts,
  taints,
  nodeAffinity,
  spread,
  podAffinity,
  volumes,
  volumeLimits,
  legacyDisks,
  images,
  declaredFeatures,
  owners,
  profileArgs,
  nominations,
  endings,
];
