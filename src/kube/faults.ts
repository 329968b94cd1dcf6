import type { FaultCatalogue, FaultMaker } from '#base/fault.ts';
import { faultsOf } from '#base/fault.ts';

/** Everything that can go wrong between us and an API server. */
export type KubeCode =
  // before the first request: who and where
  | 'kube/no-configuration'
  | 'kube/bad-kubeconfig'
  | 'kube/bad-credentials'
  | 'kube/exec-failed'
  // what the API server answered
  | 'kube/unauthorised'
  | 'kube/forbidden'
  | 'kube/not-found'
  | 'kube/conflict'
  | 'kube/gone'
  | 'kube/invalid'
  | 'kube/throttled'
  | 'kube/server-error'
  // what happened on the way
  | 'kube/timeout'
  | 'kube/unreachable'
  | 'kube/malformed'
  | 'kube/aborted';

/** The room's faults, each with what it means and what to do. */
export const kubeFaults: FaultCatalogue<KubeCode> = {
  'kube/no-configuration': {
    means: 'Nothing says which cluster to talk to: no kubeconfig was found, and this is not a pod.',
    remedy:
      'name a kubeconfig with --kubeconfig or KUBECONFIG, put one at ~/.kube/config, or run in a pod that mounts its service account token',
  },
  'kube/bad-kubeconfig': {
    means: 'A kubeconfig cannot be read, or says something that cannot be used.',
    remedy: 'correct the file at the place named; `kubectl config view` shows what the files say together',
  },
  'kube/bad-credentials': {
    means: 'A token, certificate or key that the configuration names is missing or unusable.',
    remedy:
      'see that the file named exists, is readable by this user and holds what its field says; then log in to the cluster again if it is out of date',
  },
  'kube/exec-failed': {
    means: 'The credential plugin of the kubeconfig gave no credentials.',
    remedy: 'run the plugin command by hand and log in again if it asks for it',
  },
  'kube/unauthorised': {
    means: 'The API server does not know who we are (401), even with freshly read credentials.',
    remedy: 'log in again, or see that the service account still exists and its token is mounted',
  },
  'kube/forbidden': {
    means: 'The API server knows who we are and does not allow this (403).',
    remedy:
      'grant the verb on the resource that the message names; `plimsoll manifests` prints the rights that each role needs',
  },
  'kube/not-found': {
    means: 'The object, or its kind, does not exist (404).',
    remedy: 'see that the name and namespace are right, and that the CRDs are installed',
  },
  'kube/conflict': {
    means: 'The object changed under us, or one of that name exists already (409).',
    remedy:
      'nothing to do: the object is read again and the step repeated. If it lasts, look for a second writer of the same object',
  },
  'kube/gone': {
    means: 'The version or continue token asked for has been compacted away (410).',
    remedy: 'nothing to do: the list is read anew',
  },
  'kube/invalid': {
    means: 'The API server refuses what was sent (400, 422, 413, 415); its causes name the fields.',
    remedy: 'correct the fields named. For an object nobody wrote by hand this is a bug: report it with the message',
  },
  'kube/throttled': {
    means: 'The API server asks us to slow down (429), beyond what repeating could absorb.',
    remedy:
      'nothing to do if it is rare. Otherwise give the service account a priority level of its own (API priority and fairness), or look at what else loads the API server',
  },
  'kube/server-error': {
    means: 'The API server, or something in front of it, broke (5xx).',
    remedy: 'nothing to do if it passes. Otherwise read the API server’s log at the time given',
  },
  'kube/timeout': {
    means: 'No answer within the deadline of the request.',
    remedy: 'see that the API server is healthy and the network to it is quick; then repeat',
  },
  'kube/unreachable': {
    means: 'No connection to the API server: refused, reset, name unknown, or its certificate not trusted.',
    remedy:
      'see that the server address of the configuration can be reached from here, and that its certificate authority is the one configured',
  },
  'kube/malformed': {
    means: 'The answer is not what the API promises: cut short, not JSON, or without a field that must be there.',
    remedy:
      'nothing to do if it is rare (a connection cut in mid-body looks like this). Otherwise look for a proxy that alters answers',
  },
  'kube/aborted': {
    means: 'The caller gave the request up before it ended.',
    remedy: 'nothing to do: this is how work stops at shutdown or when its reason is gone',
  },
};

/** The maker of this room's faults. */
export const kubeFault: FaultMaker<KubeCode> = faultsOf(kubeFaults);
