import { type Command, Option } from 'commander';

/** Which cluster, as kubectl's users say it. */
export interface ClusterFlags {
  readonly kubeconfig?: string;
  readonly context?: string;
  readonly cluster?: string;
  readonly user?: string;
}

/** Which namespaces, as kubectl's users say it. */
export interface NamespaceFlags {
  readonly namespace?: string;
  readonly allNamespaces?: true;
}

const GROUP = 'Cluster Flags:';

export function addClusterFlags(command: Command): Command {
  const options = [
    new Option('--kubeconfig <FILE>', 'Kubeconfig; else KUBECONFIG, ~/.kube/config, or the pod it runs in.'),
    new Option('--context <NAME>', 'Context of the kubeconfig.'),
    new Option('--cluster <NAME>', 'Cluster of the kubeconfig, in place of the one that the context names.'),
    new Option('--user <NAME>', 'User of the kubeconfig, in place of the one that the context names.'),
  ];
  for (const option of options) command.addOption(option.helpGroup(GROUP));
  return command;
}

export function addNamespaceFlags(command: Command): Command {
  return command
    .addOption(new Option('-n, --namespace <NAME>', 'Namespace; else that of the context.').helpGroup(GROUP))
    .addOption(new Option('-A, --all-namespaces', 'All namespaces.').conflicts('namespace').helpGroup(GROUP));
}

/** The namespace to look into: nothing where it is all of them. */
export function namespaceIn({ namespace, allNamespaces }: NamespaceFlags, ofContext: string): string | undefined {
  return allNamespaces === true ? undefined : (namespace ?? ofContext);
}
