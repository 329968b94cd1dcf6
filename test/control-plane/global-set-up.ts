import type { TestProject } from 'vitest/node';
import { NoControlPlane } from './binaries.ts';
import { type ControlPlane, startControlPlane } from './start-control-plane.ts';

/** What test files need to reach the control plane that this run shares: plain values, since they cross processes. */
export interface SharedControlPlane {
  readonly kubeconfig: string;
  readonly url: string;
  readonly etcdUrl: string;
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
  readonly auditLog: string;
  readonly kubectl: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Undefined where no control plane can be had: tests that need one are skipped, and counted. */
    controlPlane: SharedControlPlane | undefined;
  }
}

/** One control plane serves the whole run; a namespace and node names of its own keep each test apart. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  try {
    const controlPlane = await startControlPlane();
    project.provide('controlPlane', asShared(controlPlane));
    return () => controlPlane.stop();
  } catch (fault) {
    if (!(fault instanceof NoControlPlane)) throw fault;
    process.stderr.write(`${fault.message}\n`);
    project.provide('controlPlane', undefined);
    return async () => undefined;
  }
}

/** The plain values of a control plane. */
export const asShared = ({
  kubeconfig,
  url,
  etcdUrl,
  ca,
  keys,
  auditLog,
  binaries,
}: ControlPlane): SharedControlPlane => ({
  kubeconfig,
  url,
  etcdUrl,
  ca,
  cert: keys.admin.cert,
  key: keys.admin.key,
  auditLog,
  kubectl: binaries.kubectl,
});
