import { rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import {
  apiServerArguments,
  auditLogPath,
  auditPolicy,
  controllerManagerArguments,
  etcdArguments,
  type Place,
  schedulerArguments,
  schedulerConfiguration,
} from './arguments.ts';
import { type Binaries, controlPlaneBinaries, type Program } from './binaries.ts';
import { freePort } from '../support/free-port.ts';
import { type GuardedProcess, startGuarded, untilReady } from '../support/guarded-process.ts';
import { type ControlPlaneKeys, makeKeys } from './keys.ts';
import { adminKubeconfig } from './kubeconfig.ts';
import type { ControlPlaneOptions } from './options.ts';
import { newRunFolder } from './run-folder.ts';
import { KubeApi } from '../support/kube-api.ts';

/** A program that makes up a control plane. kubectl is built beside them, but is not one of them. */
export type Component = Exclude<Program, 'kubectl'>;

/** A real control plane on loopback, without kubelets. */
export interface ControlPlane {
  /** Path of an administrator's kubeconfig. */
  readonly kubeconfig: string;
  /** `https://127.0.0.1:PORT` */
  readonly url: string;
  /** etcd's client URL, which needs no certificate: `http://127.0.0.1:PORT` */
  readonly etcdUrl: string;
  /** PEM of the certificate authority that signs the API server's and all clients' certificates. */
  readonly ca: string;
  readonly keys: ControlPlaneKeys;
  /** One line of JSON a request, unless `audit: false` was asked for. */
  readonly auditLog: string;
  readonly binaries: Binaries;
  /** An administrator's plain requests, independent of the product's client. */
  readonly api: KubeApi;
  /** The process of a component: to stop it, cut it short or freeze it. */
  process(component: Component): GuardedProcess;
  /** Waits until a component that was told to end has ended, starts it on its old port and data, waits until it is ready. */
  restart(component: Component): Promise<void>;
  /** Ends everything in order and removes the data. */
  stop(): Promise<void>;
}

const startWithinMs = 60_000;

/**
 * Starts etcd and kube-apiserver, and with them kube-controller-manager and kube-scheduler unless `components` says
 * otherwise, on free loopback ports with keys and data of their own. Resolves when all are ready (about 5 s); builds
 * the programs first if need be. Nothing it starts outlives this process, however that ends.
 */
export async function startControlPlane(options: ControlPlaneOptions = {}): Promise<ControlPlane> {
  const binaries = await controlPlaneBinaries();
  const place = await newPlace();
  const keys = await makeKeys(join(place.folder, 'keys'));
  const url = `https://127.0.0.1:${place.ports.apiserver}`;
  const api = new KubeApi({ url, ca: keys.ca.cert, ...keys.admin });
  writeFiles(place, options, adminKubeconfig(url, keys));

  const running = new Map<Component, GuardedProcess>();
  const start = async (component: Component): Promise<void> => {
    const log = join(place.folder, 'logs', `${component}.log`);
    const { args, ready } = recipe(component, { place, options, api });
    const started = await startGuarded(component, { program: binaries[component], args, log });
    running.set(component, started);
    await untilReady(started, ready, startWithinMs);
  };
  const stop = async (): Promise<void> => {
    api.close();
    for (const component of [...running.keys()].toReversed()) await running.get(component)!.stop();
    rmSync(place.folder, { recursive: true, force: true });
  };

  try {
    await start('etcd');
    await start('kube-apiserver');
    const { components = ['kube-controller-manager', 'kube-scheduler'] } = options;
    await Promise.all(components.map(start));
  } catch (fault) {
    await stop();
    throw fault;
  }
  return {
    kubeconfig: place.kubeconfig,
    url,
    etcdUrl: `http://127.0.0.1:${place.ports.etcd}`,
    ca: keys.ca.cert,
    keys,
    auditLog: auditLogPath(place.folder),
    binaries,
    api,
    process: (component) => {
      const found = running.get(component);
      if (found === undefined) throw new Error(`${component} is not part of this control plane`);
      return found;
    },
    restart: async (component) => {
      // its connections are cut a moment before its port is free
      await running.get(component)?.ended;
      await start(component);
    },
    stop,
  };
}

async function newPlace(): Promise<Place> {
  const folder = newRunFolder();
  const [etcd, etcdPeer, apiserver, controllerManager, scheduler] = await Promise.all(
    Array.from({ length: 5 }, freePort),
  );
  return {
    folder,
    kubeconfig: join(folder, 'kubeconfig'),
    ports: {
      etcd: etcd!,
      etcdPeer: etcdPeer!,
      apiserver: apiserver!,
      controllerManager: controllerManager!,
      scheduler: scheduler!,
    },
  };
}

function writeFiles(place: Place, options: ControlPlaneOptions, kubeconfig: object): void {
  writeFileSync(place.kubeconfig, JSON.stringify(kubeconfig, null, 2), { mode: 0o600 });
  writeFileSync(join(place.folder, 'audit-policy.yaml'), JSON.stringify(auditPolicy));
  writeFileSync(join(place.folder, 'scheduler.yaml'), JSON.stringify(schedulerConfiguration(place, options)));
}

interface Recipe {
  readonly args: readonly string[];
  readonly ready: () => Promise<boolean>;
}

interface Ingredients {
  readonly place: Place;
  readonly options: ControlPlaneOptions;
  readonly api: KubeApi;
}

function recipe(component: Component, { place, options, api }: Ingredients): Recipe {
  const healthz = (port: number) => async () => (await api.at(`https://127.0.0.1:${port}`, '/healthz')) === 200;
  switch (component) {
    case 'etcd':
      return { args: etcdArguments(place), ready: () => answersOk(`http://127.0.0.1:${place.ports.etcd}/health`) };
    case 'kube-apiserver':
      return {
        args: apiServerArguments(place, options),
        ready: async () => (await api.get('/readyz')).status === 200,
      };
    case 'kube-controller-manager':
      return { args: controllerManagerArguments(place, options), ready: healthz(place.ports.controllerManager) };
    case 'kube-scheduler':
      return { args: schedulerArguments(place, options), ready: healthz(place.ports.scheduler) };
  }
}

const answersOk = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    const request = get(url, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    request.on('error', () => resolve(false));
  });
