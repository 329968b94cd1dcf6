import { kubeFault } from '#kube/faults.ts';
import type { ClusterEntry, ContextEntry, Entry, Kubeconfig, UserEntry } from './kubeconfig.ts';

/** What the command line asks for in place of what the kubeconfig says. */
export interface Overrides {
  readonly context?: string | undefined;
  readonly cluster?: string | undefined;
  readonly user?: string | undefined;
  readonly namespace?: string | undefined;
}

/** One cluster, and who to be there. */
export interface Chosen {
  readonly contextName: string | undefined;
  readonly cluster: ClusterEntry;
  /** Nothing: be anonymous. */
  readonly user: UserEntry | undefined;
  readonly namespace: string;
}

/** Follows the context to its cluster and user; a name that leads nowhere is a fault that lists the names there are. */
export function chooseContext(config: Kubeconfig, overrides: Overrides): Chosen {
  const contextName = overrides.context ?? config.currentContext;
  const context = contextName === undefined ? undefined : named(config.contexts, contextName, 'context', '');
  const clusterName = overrides.cluster ?? context?.cluster;
  if (clusterName === undefined) throw nothingChosen(config, context);
  const userName = overrides.user ?? context?.user;
  return {
    contextName,
    cluster: named(
      config.clusters,
      clusterName,
      'cluster',
      overrides.cluster === undefined ? placeIn(context, 'cluster') : '',
    ),
    user:
      userName === undefined
        ? undefined
        : named(config.users, userName, 'user', overrides.user === undefined ? placeIn(context, 'user') : ''),
    namespace: overrides.namespace ?? context?.namespace ?? 'default',
  };
}

function named<E extends Entry>(entries: ReadonlyMap<string, E>, name: string, kind: string, whence: string): E {
  const entry = entries.get(name);
  if (entry) return entry;
  const others = entries.size === 0 ? `there is no ${kind} at all` : `there are: ${[...entries.keys()].join(', ')}`;
  throw kubeFault(
    'kube/bad-kubeconfig',
    `choosing ${kind} ${name}${whence}: the kubeconfig has none of that name; ${others}`,
    {
      remedy: `name a ${kind} that exists, or add this one to the kubeconfig`,
    },
  );
}

function nothingChosen(config: Kubeconfig, context: ContextEntry | undefined): Error {
  if (context) return kubeFault('kube/bad-kubeconfig', `choosing a cluster: ${context.at('cluster')} names none`);
  const names = [...config.contexts.keys()].join(', ');
  return kubeFault(
    'kube/bad-kubeconfig',
    `choosing a context: none is current${names === '' ? '' : `; there are: ${names}`}`,
    {
      remedy: 'name one with --context, or choose one for good with `kubectl config use-context`',
    },
  );
}

const placeIn = (context: ContextEntry | undefined, field: string): string =>
  context ? ` (${context.at(field)})` : '';
