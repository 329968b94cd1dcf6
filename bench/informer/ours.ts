// Our reflector, its projected pods held in a map: node ours.ts KUBECONFIG [json] [whole]
import { loadConfiguration } from '#kube/config/load-configuration.ts';
import { Decoder } from '#kube/decode/decoder.ts';
import { Interner } from '#kube/decode/interner.ts';
import type { Shape } from '#kube/decode/shapes.ts';
import { protobufEncoding } from '#kube/decode/protobuf/protobuf-encoding.ts';
import { Reflector } from '#kube/reflector/reflector.ts';
import { HttpTransport } from '#kube/transport/http-transport.ts';
import { transportDefaults } from '#kube/transport/options.ts';
import { pod as wholePod } from '#sources/cluster-watch/shapes/pod.ts';
import { podShape as fewFields } from '../micro/pod-projection.ts';
import { measured } from './subject.ts';

const around = { env: {}, homeFolder: '/nowhere', stdinIsTerminal: false, observer: {} };
const interner = new Interner();
const [kubeconfig, ...how] = process.argv.slice(2);
const podShape: Shape<object> = how.includes('whole') ? wholePod : fewFields;
const protobuf = how.includes('json') ? undefined : protobufEncoding(podShape, 'k8s.io.api.core.v1.Pod', interner);
const config = await loadConfiguration({ kubeconfig: kubeconfig! }, around);
const transport = new HttpTransport(config, transportDefaults);
const pods = new Map<string, object>();
let changes = 0;

await measured({
  start: () =>
    new Promise((resolve) => {
      const reflector = new Reflector<object>({
        transport,
        target: { kind: 'pods', path: '/api/v1/pods', decoder: new Decoder(podShape, { interner }), protobuf },
        sink: {
          applied(pod, { uid }) {
            changes += 1;
            pods.set(uid, pod);
          },
          removed: ({ uid }) => void pods.delete(uid),
          synced: resolve,
        },
      });
      void reflector.run(new AbortController().signal);
    }),
  changes: () => changes,
  objects: () => pods.size,
});
