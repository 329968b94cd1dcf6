import type { BuiltRole } from '#app/live/roles.ts';
import type { ClusterLists } from '#app/once/cluster-lists.ts';
import type { OpenCluster } from '#app/once/open-cluster.ts';
import type { Look } from '#controllers/look-once.ts';
import type { Finding } from '#views/doctor/finding.ts';

/** What is examined. What several checks need is asked for once, by the first that wants it. */
export interface Patient extends OpenCluster {
  /** Whose rights are looked at. */
  readonly roles: readonly BuiltRole[];
  readonly lists: () => Promise<ClusterLists>;
  readonly look: () => Promise<Look>;
}

/** One thing to look at. What it throws is told as a problem of its section. */
export interface DoctorCheck {
  readonly section: string;
  examine(patient: Patient): Promise<readonly Finding[]>;
}
