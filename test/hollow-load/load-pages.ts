import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { cadvisorPage, resourcePage } from './kubelet-pages.ts';
import type { LoadModel } from './load-model.ts';
import { nodeExporterPage } from './node-exporter-page.ts';
import type { Drive } from './node-load.ts';
import type { Quirks } from './quirks.ts';
import { type Job, jobs, type Labeling, labelings, targetsOf } from './targets.ts';

/** `silence` breaks the connection. */
type Answer = { readonly status?: number; readonly json?: unknown; readonly page?: string } | 'silence';

const notFound: Answer = { status: 404, page: 'there is no such page\n' };

/**
 * All pages of all nodes:
 *
 *   GET /nodes/NODE/metrics            what node_exporter says
 *   GET /nodes/NODE/metrics/cadvisor   what the kubelet says: cAdvisor,
 *   GET /nodes/NODE/metrics/resource   and what metrics-server reads
 *   GET /targets/JOB?labeling=…        for Prometheus' HTTP service discovery
 *   PUT /drive/NODE?cpu=0.93&memory=…  shares of the node's capacity, from now on
 *   PUT /drive/NAMESPACE/POD?cpu=1.5   cores and bytes, from now on
 *   DELETE /drive/NODE                 back to the traces
 */
export function loadPages(model: LoadModel, quirks: Quirks): RequestListener {
  return (request, response) => send(response, answerTo(request, model, quirks));
}

function answerTo(request: IncomingMessage, model: LoadModel, quirks: Quirks): Answer {
  try {
    const url = new URL(request.url ?? '/', `http://${request.headers.host ?? 'pages'}`);
    const [, room = '', ...names] = url.pathname.split('/').map(decodeURIComponent);
    if (room === 'nodes') return pageOf(model, quirks, names);
    if (room === 'targets') return targets(model, quirks, url, names);
    return room === 'drive' ? drive(model, request, url, names) : notFound;
  } catch (fault) {
    return { status: 400, page: `${(fault as Error).message}\n` };
  }
}

function pageOf(model: LoadModel, quirks: Quirks, [node = '', ...names]: readonly string[]): Answer {
  if (!model.has(node)) return notFound;
  const page = names.join('/');
  if (quirks.has(node, page === 'metrics' ? 'silent-exporter' : 'silent-kubelet')) return 'silence';
  switch (page) {
    case 'metrics':
      return {
        page: nodeExporterPage(model.read(node), quirks.has(node, 'no-mem-available') ? 'before-3.14' : 'recent'),
      };
    case 'metrics/cadvisor':
      return { page: cadvisorPage(model.read(node)) };
    case 'metrics/resource':
      return { page: resourcePage(model.read(node)) };
    default:
      return notFound;
  }
}

function targets(model: LoadModel, quirks: Quirks, url: URL, [asked]: readonly string[]): Answer {
  const job = jobs.find((known: Job) => known === asked);
  const wanted = url.searchParams.get('labeling') ?? labelings[0];
  const labeling = labelings.find((known: Labeling) => known === wanted);
  if (job === undefined || labeling === undefined) return notFound;
  return { json: targetsOf(job, labeling, url.host, model, quirks) };
}

function drive(model: LoadModel, { method }: IncomingMessage, url: URL, names: readonly string[]): Answer {
  const [first = '', pod] = names;
  if (method === 'DELETE') {
    model.release(first);
    return { page: `${first} follows its traces\n` };
  }
  if (method !== 'PUT') return { status: 405, page: 'PUT drives, DELETE goes back to the traces\n' };
  const { cpu, memory } = driveOf(url);
  if (pod === undefined) model.drive(first, driveOf(url));
  else {
    const cores = cpu === undefined ? {} : { cpuCores: cpu };
    model.drivePod(first, pod, { ...cores, ...(memory === undefined ? {} : { memoryBytes: memory }) });
  }
  return { page: `${names.join('/')} is driven: ${url.searchParams.toString()}\n` };
}

function driveOf({ searchParams }: URL): Drive {
  const driven = Object.fromEntries(
    ['cpu', 'memory'].flatMap((what) => {
      const text = searchParams.get(what);
      if (text === null) return [];
      if (!/^\d+(?:\.\d+)?$/.test(text)) throw new TypeError(`${what}=${text}: not a number from 0 up`);
      return [[what, Number(text)]];
    }),
  );
  if (Object.keys(driven).length === 0) throw new TypeError('say cpu=… or memory=…');
  return driven;
}

function send(response: ServerResponse, answer: Answer): void {
  if (answer === 'silence') {
    response.destroy();
    return;
  }
  const { status = 200, json, page = '' } = answer;
  const type = json === undefined ? 'text/plain; version=0.0.4; charset=utf-8' : 'application/json';
  response.writeHead(status, { 'content-type': type }).end(json === undefined ? page : JSON.stringify(json));
}
