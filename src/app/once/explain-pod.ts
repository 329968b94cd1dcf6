import type { Pod } from '#api/kubernetes/pod.ts';
import { holdsNode } from '#api/pod-standing.ts';
import { structured, type OutputFormat } from '#app/flags/output-format.ts';
import { paintFor, type Terminal } from '#app/terminal.ts';
import { defaultProfile } from '#decisions/scheduling/profile.ts';
import { explainPod as explained } from '#views/explain/explain-pod.ts';
import type { PodExplanation } from '#views/explain/pod-explanation.ts';
import { podExplanationText } from '#views/explain/pod-explanation-text.ts';
import { lookFault } from './faults.ts';
import { houseNow } from './house-now.ts';
import { type KnownCluster, knowCluster } from './known-cluster.ts';
import { type Opening, withCluster } from './open-cluster.ts';
import { sayRemarks } from './say.ts';

export interface ExplainAsk {
  readonly opening: Opening;
  readonly format: OutputFormat;
  readonly name: string;
}

export interface ExplainPodAsk extends ExplainAsk {
  /** Absent: that of the context. */
  readonly namespace: string | undefined;
}

/** Prints where a pod can go, and why not elsewhere. */
export async function explainPod(ask: ExplainPodAsk, terminal: Terminal): Promise<void> {
  await withCluster(ask.opening, terminal, async (cluster) => {
    const { namespace = cluster.namespace, name, format } = ask;
    const known = await knowCluster(cluster);
    const pod = podNamed(known, { namespace, name });
    // who has no node yet is a scheduler's affair alone
    const asked = holdsNode(pod) ? await houseNow(cluster, known) : undefined;
    const told = explained({
      view: known.store.view(),
      pod,
      profile: defaultProfile(known.dialect.dialect),
      dialect: known.dialect,
      unread: known.unread,
      now: cluster.clock.now(),
      movability: cluster.config.rescheduling.movability,
      surgeRight: asked?.planned?.options.surgeRight ?? 'missing',
      house: asked?.house,
    });
    const remarks = [...known.remarks, ...(asked?.remarks ?? []), ...schedulerRemarks(told)];
    sayRemarks(terminal, remarks);
    terminal.stdout.write(printed(told, remarks, format));
  });

  function printed(told: PodExplanation, remarks: readonly string[], format: OutputFormat): string {
    if (format === 'json' || format === 'yaml') return structured({ ...told, remarks }, format);
    const width = format === 'wide' ? 'wide' : 'narrow';
    return podExplanationText(told, { width, paint: paintFor(terminal.stdout, terminal.env) });
  }
}

function podNamed(
  { pods }: KnownCluster,
  { namespace, name }: { readonly namespace: string; readonly name: string },
): Pod {
  const pod = pods.find(({ metadata }) => metadata.namespace === namespace && metadata.name === name);
  if (pod !== undefined) return pod;
  throw lookFault(
    'look/no-such-object',
    `looking for pod ${name} in namespace ${namespace}: there is none of that name`,
  );
}

/** Whose word is told here. */
function schedulerRemarks({ pod: { schedulerName } }: PodExplanation): readonly string[] {
  if (schedulerName === 'default-scheduler' || schedulerName === 'plimsoll') return [];
  return [`${schedulerName} places this pod: told here is what kube-scheduler's default profile would say`];
}
