import { VirtualClock } from '../support/virtual-clock.ts';
import { MemoryMarker } from '../collector/memory-marker.ts';
import { markerContract } from './node-marker.ts';

markerContract('memory', () => {
  const marker = new MemoryMarker(new VirtualClock());
  const node = { name: 'n1', uid: 'first' };
  marker.join({ ...node, marks: {} });
  return {
    marker,
    node,
    annotations: async () => marker.nodes.get('n1')?.annotations ?? {},
    annotate: async (annotations) => {
      const { uid, annotations: held, ours } = marker.nodes.get('n1')!;
      const kept = new Set([...ours].filter((key) => !Object.hasOwn(annotations, key)));
      marker.nodes.set('n1', { uid, annotations: { ...held, ...annotations }, ours: kept });
    },
    replace: async () => marker.join({ name: 'n1', uid: 'second', marks: {} }),
    remove: async () => void marker.nodes.delete('n1'),
  };
});
