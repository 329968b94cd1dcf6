import type { Judge } from '../judgement.ts';
import { dialects } from './dialect.ts';
import { judgePod } from './judge-pod.ts';

/** An engine that is slow and plain on purpose: it keeps nothing, and looks at everything again for every probe. */
export const naiveJudge: Judge = (world) =>
  world.probes.map((pod) =>
    judgePod({
      pod,
      objects: world.objects,
      dialect: dialects[world.dialect ?? '1.37'],
      args: world.args ?? {},
    }),
  );
