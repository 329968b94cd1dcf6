import { ourMarks } from '#decisions/rescheduling/migration/surge/our-marks.ts';
import type { ReplacementMarker } from '#ports/replacement-marker.ts';
import type { ApiWay } from './api-faults.ts';
import { outcomeOf } from './api-verb.ts';
import { withMarks } from '#simulation/world/pod-writes.ts';
import type { WorldCore } from '#simulation/world/world-core.ts';
import { podOf } from './world-evictor.ts';

/** Writes on a world's pods where they come from; that one was a clone is over. */
export function worldReplacementMarker(core: WorldCore, way: ApiWay): ReplacementMarker {
  return {
    mark: (key, { originalNode, attempt }, abort) =>
      outcomeOf(
        () =>
          way.ask(
            `marking pod ${key.namespace}/${key.name}`,
            () => {
              const pod = podOf(core, key);
              if (pod === undefined) return { kind: 'moot', why: 'gone' } as const;
              const annotations = { [ourMarks.originalNode]: originalNode, [ourMarks.attempt]: String(attempt) };
              core.store.put('Pod', withMarks(pod, { annotations, labels: { [ourMarks.clone]: undefined } }));
              return { kind: 'done' } as const;
            },
            abort,
          ),
        abort,
      ),
  };
}
