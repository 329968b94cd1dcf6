import type { BuiltRole } from '#app/live/roles.ts';
import type { InstallPlan, Manifest } from './install-plan.ts';
import { CONFIG_NAME, metadataOfRole, roleName, selectorOf } from './names.ts';

interface Deployment extends Manifest {
  readonly spec: object;
}

const CONFIG_FOLDER = '/etc/plimsoll';

/** An account of no person and no system: any but 0 would do. */
const NOBODY = 65_532;

/** Roles that learn, and keep that in a folder. */
const learners: ReadonlySet<BuiltRole> = new Set(['rescheduler']);

/** What 150,000 pods take, and what takes its place while it is written. */
const HISTORY_LIMIT = '256Mi';
const HISTORY = 'history';

/** A role as a Deployment whose pods pass Pod Security `restricted`. */
export function deploymentOf(role: BuiltRole, plan: InstallPlan): Deployment {
  const { namespace, replicas } = plan;
  const metadata = metadataOfRole(role, namespace);
  const matchLabels = selectorOf(role);
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata,
    spec: {
      replicas,
      selector: { matchLabels },
      template: { metadata: podMetadataOf(role, metadata), spec: podOf(role, plan, matchLabels) },
    },
  };
}

/** Drains by the cluster autoscaler do not wait for what can be learnt again. */
function podMetadataOf(role: BuiltRole, { labels }: Manifest['metadata']): object {
  if (!learners.has(role)) return { labels };
  return { labels, annotations: { 'cluster-autoscaler.kubernetes.io/safe-to-evict-local-volumes': HISTORY } };
}

function podOf(role: BuiltRole, plan: InstallPlan, matchLabels: object): object {
  return {
    serviceAccountName: roleName(role),
    automountServiceAccountToken: true,
    enableServiceLinks: false,
    securityContext: {
      runAsNonRoot: true,
      runAsUser: NOBODY,
      runAsGroup: NOBODY,
      // a volume is theirs to write to, whoever provides it
      fsGroup: NOBODY,
      seccompProfile: { type: 'RuntimeDefault' },
    },
    nodeSelector: { 'kubernetes.io/os': 'linux' },
    topologySpreadConstraints: [
      {
        maxSkew: 1,
        topologyKey: 'kubernetes.io/hostname',
        whenUnsatisfiable: 'ScheduleAnyway',
        labelSelector: { matchLabels },
      },
    ],
    // what is under way is finished and the Lease given back: seconds, as a rule
    terminationGracePeriodSeconds: 30,
    containers: [containerOf(role, plan)],
    volumes: [
      { name: 'config', configMap: { name: CONFIG_NAME } },
      // outlives a crash of the container; a claim in its place outlives the pod
      ...(learners.has(role) ? [{ name: HISTORY, emptyDir: { sizeLimit: HISTORY_LIMIT } }] : []),
    ],
  };
}

function containerOf(role: BuiltRole, { image, httpPort, historyFolder }: InstallPlan): object {
  return {
    name: role,
    image,
    args: ['serve', '--role', role, '--config', `${CONFIG_FOLDER}/plimsoll.yaml`],
    env: [{ name: 'POD_NAME', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } }],
    ports: [{ name: 'http', containerPort: httpPort }],
    // a start on a large cluster reads the past before it answers
    startupProbe: { ...probe('/healthz'), periodSeconds: 2, failureThreshold: 60 },
    livenessProbe: { ...probe('/healthz'), periodSeconds: 10, timeoutSeconds: 5, failureThreshold: 6 },
    readinessProbe: { ...probe('/readyz'), periodSeconds: 10, timeoutSeconds: 5 },
    // 15,000 nodes were measured at 580 MB; a processor that is throttled would measure late
    resources: { requests: { cpu: '100m', memory: '192Mi' }, limits: { memory: '1Gi' } },
    securityContext: {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      runAsNonRoot: true,
      capabilities: { drop: ['ALL'] },
      seccompProfile: { type: 'RuntimeDefault' },
    },
    volumeMounts: [
      { name: 'config', mountPath: CONFIG_FOLDER, readOnly: true },
      ...(learners.has(role) ? [{ name: HISTORY, mountPath: historyFolder }] : []),
    ],
  };
}

const probe = (path: string): object => ({ httpGet: { path, port: 'http' } });
