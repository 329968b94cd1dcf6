import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect } from 'vitest';
import { expectOk, type KubeObject } from '../support/kube-api.ts';
import { until } from '../support/until.ts';
import { aContainer } from '../support/workloads.ts';
import { clusterTest } from './cluster-test.ts';
import { serve } from './serve.ts';

const run = promisify(execFile);

describe('extension points of a real API server on loopback', () => {
  clusterTest('a CRD with CEL refuses what its rule forbids, in the rule’s words', async ({ api, namespace }) => {
    const group = `${namespace}.example.org`;
    const crd = {
      metadata: { name: `limits.${group}` },
      spec: {
        group,
        scope: 'Namespaced',
        names: { plural: 'limits', singular: 'limit', kind: 'Limit', listKind: 'LimitList' },
        versions: [
          {
            name: 'v1',
            served: true,
            storage: true,
            schema: {
              openAPIV3Schema: {
                type: 'object',
                properties: {
                  spec: {
                    type: 'object',
                    properties: { low: { type: 'integer' }, high: { type: 'integer' } },
                    'x-kubernetes-validations': [
                      { rule: 'self.low <= self.high', message: 'low must not exceed high' },
                    ],
                  },
                },
              },
            },
          },
        ],
      },
    };
    expectOk(await api.create('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', crd));
    const path = `/apis/${group}/v1/namespaces/${namespace}/limits`;
    await until('the new kind to be served', async () => ((await api.get(path)).status === 200 ? true : undefined));
    const limit = (name: string, low: number, high: number): KubeObject => ({
      apiVersion: `${group}/v1`,
      kind: 'Limit',
      metadata: { name },
      spec: { low, high },
    });
    expectOk(await api.create(path, limit('good', 1, 2)));
    const refused = await api.create(path, limit('bad', 2, 1));
    expect(refused.status).toBe(422);
    expect(refused.body.message).toMatch(/low must not exceed high/);
    await api.delete(`/apis/apiextensions.k8s.io/v1/customresourcedefinitions/limits.${group}`);
  });

  clusterTest('a mutating webhook by URL changes a pod on its way in', async ({ api, namespace }) => {
    const patch = Buffer.from(JSON.stringify([{ op: 'add', path: '/metadata/labels', value: { seen: 'yes' } }]));
    const webhook = await serve('localhost', (_url, review) => ({
      body: {
        apiVersion: 'admission.k8s.io/v1',
        kind: 'AdmissionReview',
        response: { uid: review.request.uid, allowed: true, patchType: 'JSONPatch', patch: patch.toString('base64') },
      },
    }));
    const configurations = '/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations';
    const configuration = {
      metadata: { name: namespace },
      webhooks: [
        {
          name: 'pods.example.org',
          clientConfig: { url: `https://127.0.0.1:${webhook.port}/mutate`, caBundle: webhook.caBundle },
          rules: [{ operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['pods'] }],
          namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': namespace } },
          sideEffects: 'None',
          admissionReviewVersions: ['v1'],
        },
      ],
    };
    expectOk(await api.create(configurations, configuration));
    try {
      const pod = (name: string): KubeObject => ({ metadata: { name }, spec: { containers: [aContainer()] } });
      let tries = 0;
      const labels = await until('the webhook to take effect', async () => {
        tries += 1;
        return expectOk(await api.create(`/api/v1/namespaces/${namespace}/pods`, pod(`pod-${tries}`))).metadata.labels;
      });
      expect(labels).toEqual({ seen: 'yes' });
      expect(webhook.seen).toContain('POST /mutate');
    } finally {
      await api.delete(`${configurations}/${namespace}`);
      await webhook.close();
    }
  });

  clusterTest(
    'an APIService through an ExternalName Service serves a kind that kubectl finds',
    async ({ api, controlPlane, namespace }) => {
      const group = `${namespace}.example.org`;
      const resources = [
        {
          name: 'ships',
          singularName: 'ship',
          namespaced: false,
          kind: 'Ship',
          verbs: ['get', 'list'],
          shortNames: ['sh'],
        },
      ];
      const ship = { apiVersion: `${group}/v1`, kind: 'Ship', metadata: { name: 'cutty-sark' } };
      const backend = await serve(`backend.${namespace}.svc`, (url) => {
        if (url.pathname === `/apis/${group}/v1`) {
          return { body: { kind: 'APIResourceList', apiVersion: 'v1', groupVersion: `${group}/v1`, resources } };
        }
        if (url.pathname === `/apis/${group}/v1/ships`) {
          return { body: { kind: 'ShipList', apiVersion: `${group}/v1`, metadata: {}, items: [ship] } };
        }
        return { status: 404, body: { kind: 'Status', apiVersion: 'v1', code: 404, reason: 'NotFound' } };
      });
      const service = { metadata: { name: 'backend' }, spec: { type: 'ExternalName', externalName: '127.0.0.1' } };
      expectOk(await api.create(`/api/v1/namespaces/${namespace}/services`, service));
      const apiService = {
        metadata: { name: `v1.${group}` },
        spec: {
          group,
          version: 'v1',
          service: { name: 'backend', namespace, port: backend.port },
          caBundle: backend.caBundle,
          groupPriorityMinimum: 1000,
          versionPriority: 15,
        },
      };
      const apiServices = '/apis/apiregistration.k8s.io/v1/apiservices';
      expectOk(await api.create(apiServices, apiService));
      try {
        await until('the APIService to be available', async () => {
          const { status } = expectOk(await api.get(`${apiServices}/v1.${group}`));
          const available = status.conditions?.find((condition: KubeObject) => condition.type === 'Available');
          return available?.status === 'True' ? true : undefined;
        });
        const { stdout } = await run(controlPlane.kubectl, [
          '--kubeconfig',
          controlPlane.kubeconfig,
          'get',
          `ships.v1.${group}`,
          '-o',
          'name',
        ]);
        expect(stdout.trim()).toBe(`ship.${group}/cutty-sark`);
      } finally {
        // an APIService without its backend breaks discovery, so it goes first
        await api.delete(`${apiServices}/v1.${group}`);
        await backend.close();
      }
    },
  );
});
