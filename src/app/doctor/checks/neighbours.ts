import type { DoctorCheck } from '#app/doctor/check.ts';
import { Discovery } from '#kube/client/discovery.ts';
import type { Resource } from '#kube/client/resource.ts';
import { Decoder } from '#kube/decode/decoder.ts';
import { fields, listOf, rawText, text } from '#kube/decode/shapes.ts';
import { judgeNeighbours } from '#views/doctor/judge-neighbours.ts';

const deployments: Resource = {
  group: 'apps',
  version: 'v1',
  plural: 'deployments',
  kind: 'Deployment',
  namespaced: true,
};

const workload = fields({
  metadata: fields({ namespace: text, name: rawText }),
  spec: fields({ template: fields({ spec: fields({ containers: listOf(fields({ image: text })) }) }) }),
});

/** Others that move pods or nodes. */
export const neighbours: DoctorCheck = {
  section: 'Neighbours',
  async examine({ client, clock, signal }) {
    const { resources } = await new Discovery(client, () => clock.now()).served();
    const workloads: { readonly name: string; readonly images: readonly string[] }[] = [];
    await client.stream(deployments, {
      decoder: new Decoder(workload),
      take: ({ metadata, spec }) => {
        const images = (spec?.template?.spec?.containers ?? []).flatMap(({ image }) => image ?? []);
        workloads.push({ name: `${metadata?.namespace ?? ''}/${metadata?.name ?? ''}`, images });
      },
      signal,
    });
    return judgeNeighbours({ groups: [...new Set(resources.map(({ group }) => group))], workloads });
  },
};
