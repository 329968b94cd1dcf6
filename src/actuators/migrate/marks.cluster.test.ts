import { expect, onTestFinished } from 'vitest';
import { KubeClient } from '#kube/client/kube-client.ts';
import { inShort, RightsAsked } from '#kube/client/rights.ts';
import { connected } from '#kube/lease/fixtures/connected.ts';
import { clusterTest } from '#test/control-plane/cluster-test.ts';
import { expectOk } from '#test/support/kube-api.ts';
import { aContainer } from '#test/support/workloads.ts';
import { kubeReplacementMarker, replacementMarkerRights } from './marks.ts';
import { ourMarks } from './our-marks.ts';

clusterTest(
  'a replacement tells where it comes from, and that it was a clone is over',
  async ({ api, controlPlane, namespace }) => {
    const asked = new RightsAsked();
    const transport = connected(controlPlane, asked);
    onTestFinished(() => transport.close());
    const marker = kubeReplacementMarker(new KubeClient(transport));
    const path = `/api/v1/namespaces/${namespace}/pods`;
    const metadata = { name: 'web-2', labels: { app: 'web', [ourMarks.clone]: 'm' } };
    const { uid } = expectOk(await api.create(path, { metadata, spec: { containers: [aContainer()] } })).metadata;
    const pod = { namespace, name: 'web-2', uid };
    const marks = { originalNode: 'n1', attempt: 2 };
    for (let time = 0; time < 2; time++) expect(await marker.mark(pod, marks)).toEqual({ kind: 'done' });
    const marked = expectOk(await api.get(`${path}/web-2`)).metadata;
    expect(marked.annotations).toEqual({ 'reschedule.original-node': 'n1', 'reschedule.attempt': '2' });
    expect(marked.labels).toEqual({ app: 'web' });
    expect(await marker.mark({ ...pod, uid: 'another' }, marks)).toEqual({ kind: 'moot', why: 'gone' });
    expect(asked.rules()).toEqual(inShort(replacementMarkerRights));
  },
);
