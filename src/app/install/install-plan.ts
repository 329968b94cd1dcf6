import type { BuiltRole } from '#app/live/roles.ts';

/** What is to be installed. */
export interface InstallPlan {
  readonly roles: readonly BuiltRole[];
  /** Ours: it holds nothing but what is installed. */
  readonly namespace: string;
  readonly image: string;
  /** Of each role. Of several replicas of a loop one acts. */
  readonly replicas: number;
  /** Text of plimsoll.yaml, as roles read it. */
  readonly config: string;
  /** Where roles that learn keep that, as `config` says. */
  readonly historyFolder: string;
  /** Whether roles get what is declared as optional: the right to create pods, by which one is started before another goes. */
  readonly surge: 'granted' | 'withheld';
  /** To whom pods of ours may talk; `none`: whatever the cluster allows. */
  readonly networkPolicy: NetworkPolicyPlan | 'none';
  readonly httpPort: number;
}

export interface NetworkPolicyPlan {
  /** Beside the API server and the DNS: that of Prometheus. */
  readonly egressPorts: readonly number[];
}

/** An object to be applied. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly labels: Readonly<Record<string, string>>;
  };
}
