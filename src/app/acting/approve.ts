import { exitCodes } from '#app/exit-codes.ts';
import type { NamespacedName } from '#app/flags/namespaced-name.ts';
import { type Opening, withCluster } from '#app/once/open-cluster.ts';
import { whoWeAre } from '#app/once/who-we-are.ts';
import { type OutputFormat, structured } from '#app/flags/output-format.ts';
import type { Terminal } from '#app/terminal.ts';
import { type Approval, approveOne } from './approve-one.ts';
import { needInstalledKinds } from './migrations-at-hand.ts';

export interface ApproveAsk {
  readonly opening: Opening;
  readonly format: OutputFormat;
  readonly names: readonly NamespacedName[];
}

/** Lets proposed migrations be carried out; one that is over already is an answer of no. */
export async function approve({ opening, format, names }: ApproveAsk, terminal: Terminal): Promise<void> {
  await withCluster(opening, terminal, async (cluster) => {
    await needInstalledKinds(cluster);
    const by = await whoWeAre(cluster.client, cluster.signal);
    const approvals: Approval[] = [];
    for (const { namespace = cluster.namespace, name } of names) {
      const approval = await approveOne(cluster, { namespace, name }, by);
      if (format === 'table') terminal.stdout.write(`${approval.says}\n`);
      approvals.push(approval);
    }
    if (format === 'json' || format === 'yaml') terminal.stdout.write(structured(approvals, format));
    if (approvals.some(({ outcome }) => outcome === 'over')) terminal.conclude(exitCodes.no);
  });
}
