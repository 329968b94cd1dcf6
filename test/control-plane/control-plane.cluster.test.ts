import { execFile, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { describe, expect } from 'vitest';
import { HollowCluster } from '../hollow-nodes/hollow-cluster.ts';
import { hollowNodes } from '../hollow-nodes/node-spec.ts';
import { readyPods } from '../support/cluster-state.ts';
import { expectOk } from '../support/kube-api.ts';
import { until } from '../support/until.ts';
import { aDeployment } from '../support/workloads.ts';
import { clusterTest } from './cluster-test.ts';
import { startControlPlane } from './start-control-plane.ts';

const run = promisify(execFile);

const alive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

describe('the control plane', () => {
  clusterTest('runs a Deployment of three to Ready', async ({ api, namespace, startNodes }) => {
    const pool = { pool: namespace };
    await startNodes(3);
    const deployments = `/apis/apps/v1/namespaces/${namespace}/deployments`;
    expectOk(await api.create(deployments, aDeployment('web', { replicas: 3, nodeSelector: pool })));
    await until('the Deployment to be ready', async () => {
      const { status } = expectOk(await api.get(`${deployments}/web`));
      return status?.readyReplicas === 3 ? true : undefined;
    });
  });

  clusterTest('answers kubectl, built from the same modules', async ({ controlPlane }) => {
    const { stdout } = await run(controlPlane.kubectl, [
      '--kubeconfig',
      controlPlane.kubeconfig,
      'version',
      '-o',
      'json',
    ]);
    const version = JSON.parse(stdout);
    expect(version.serverVersion.gitVersion).toBe('v1.37.2');
    expect(version.clientVersion.gitVersion).toBe('v1.37.2');
  });

  clusterTest('writes who did what to the audit log', async ({ api, controlPlane, namespace }) => {
    expectOk(await api.get(`/api/v1/namespaces/${namespace}/pods`));
    const entry = await until('the request in the audit log', async () => {
      const lines = readFileSync(controlPlane.auditLog, 'utf8').trim().split('\n');
      return lines
        .map((line) => JSON.parse(line))
        .find(({ objectRef }) => objectRef?.namespace === namespace && objectRef.resource === 'pods');
    });
    expect(entry).toMatchObject({ verb: 'list', user: { username: 'admin' } });
  });

  clusterTest(
    'starts a second one beside the first, which evicts the pods of a silent node by taint',
    async ({ controlPlane }) => {
      const second = await startControlPlane({
        controllerManagerFlags: { 'node-monitor-grace-period': '4s', 'node-monitor-period': '1s' },
      });
      expect(second.url).not.toBe(controlPlane.url);
      const { api } = second;
      const cluster = await HollowCluster.start({ api, nodes: hollowNodes(2), renewEveryMs: 500 });
      try {
        const soon = (key: string) => ({ key, operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 1 });
        const tolerations = [soon('node.kubernetes.io/unreachable'), soon('node.kubernetes.io/not-ready')];
        const deployment = aDeployment('web', { replicas: 2, pod: { tolerations } });
        expectOk(await api.create('/apis/apps/v1/namespaces/default/deployments', deployment));
        const pods = await readyPods(api, 'default', 'web', 2);
        const silent = pods[0].spec.nodeName;
        cluster.silence(silent);
        const path = `/api/v1/namespaces/default/pods/${pods[0].metadata.name}`;
        const evicted = await until('the silent node’s pod to be deleted', async () => {
          const { body } = await api.get(path);
          return body.metadata?.deletionTimestamp === undefined ? undefined : body;
        });
        expect(evicted.status.conditions).toContainEqual(
          expect.objectContaining({ type: 'DisruptionTarget', reason: 'DeletionByTaintManager' }),
        );
        // its kubelet is silent, so it stays Terminating; once the node is back it goes
        await cluster.wake(silent);
        await until('the final delete', async () => ((await api.get(path)).status === 404 ? true : undefined));
      } finally {
        cluster.stop();
        await second.stop();
      }
    },
  );

  clusterTest('leaves no process behind when its owner is killed', async ({ controlPlane }) => {
    expect(controlPlane).toBeDefined(); // skipped where there is none
    const owner = spawn(process.execPath, [`${import.meta.dirname}/cli.ts`, '--nodes', '1', '--pids'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const pids = await new Promise<number[]>((resolve, reject) => {
      owner.on('exit', () => reject(new Error('it ended by itself')));
      createInterface(owner.stdout).on('line', (line) => {
        const listed = /^pids (.*)$/.exec(line)?.[1];
        if (listed !== undefined) resolve(listed.split(' ').map(Number));
      });
    });
    expect(pids).toHaveLength(4);
    expect(pids.every(alive)).toBe(true);
    owner.removeAllListeners('exit').kill('SIGKILL');
    await until('every process to be gone', async () => (pids.some(alive) ? undefined : true));
  });
});
