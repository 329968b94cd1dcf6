import { type FaultCatalogue, type FaultMaker, faultsOf } from '#base/fault.ts';

type ClusterFaultCode = 'cluster/supposing' | 'cluster/stale-view' | 'cluster/unknown-node';

/** What can go wrong around the picture of the cluster. */
export const clusterFaults: FaultCatalogue<ClusterFaultCode> = {
  'cluster/supposing': {
    means: 'Something tried to change the cluster while a what-if was open.',
    remedy: 'report it: this is a fault of Plimsoll itself',
  },
  'cluster/stale-view': {
    means: 'Something looked at the cluster through a view that events have overtaken.',
    remedy: 'report it: this is a fault of Plimsoll itself',
  },
  'cluster/unknown-node': {
    means: 'A node was named that is not there.',
    remedy: 'name a node that `kubectl get nodes` lists',
  },
};

export const fault: FaultMaker<ClusterFaultCode> = faultsOf(clusterFaults);
