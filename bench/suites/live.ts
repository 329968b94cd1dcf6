import { controlPlaneBinaries } from '../../test/control-plane/binaries.ts';
import { prometheusProgram } from '../../test/prometheus/start-prometheus.ts';
import { type Contender, descheduler, nobody, plimsoll } from '../live/contenders.ts';
import { deschedulerProgram } from '../live/descheduler/descheduler-program.ts';
import { LAPSE } from '../live/lapse.ts';
import { leftAlone, run, type RunReport } from '../live/run.ts';
import { sceneOf } from '../live/scene.ts';
import type { RunMeasures } from '../live/measures-of-run.ts';
import type { Findings, Measure, Measures, Suite } from '../measure.ts';

interface LiveOptions {
  readonly seed?: string;
  /** Who runs, with commas between; nobody may too, to see that it is what is reckoned for it. */
  readonly only?: string;
}

export const suite: Suite = {
  about: `nodes under their line on a real control plane, beside sigs.k8s.io/descheduler; time runs ${LAPSE} times faster`,
  options: { seed: { type: 'string' }, only: { type: 'string' } },
  async run(say, options): Promise<Findings> {
    const { seed = 'plimsoll', only } = options as LiveOptions;
    await controlPlaneBinaries(); // a build, if need be, is not what is measured
    if (prometheusProgram('prometheus') === undefined) {
      throw new Error('prometheus is not installed: apt-get install prometheus');
    }
    const scene = sceneOf(seed);
    const reports = new Map<string, RunReport>();
    for (const name of only?.split(',') ?? ['descheduler', 'plimsoll']) {
      const report = await run(scene, await contenderNamed(name));
      say(`${name}: ${JSON.stringify(report)}`);
      reports.set(name, report);
    }
    const theirs = reports.get('descheduler');
    const ours = reports.get('plimsoll');
    if (theirs === undefined || ours === undefined) return { measures: {}, partial: true };
    return { measures: measuresOf(ours, theirs, leftAlone(scene)), partial: options['seed'] !== undefined };
  },
};

async function contenderNamed(name: string): Promise<Contender> {
  const withoutProgram = [nobody, plimsoll].find((contender) => contender.name === name);
  if (withoutProgram !== undefined) return withoutProgram;
  if (name !== 'descheduler') throw new Error(`${name}: --only names nobody, descheduler or plimsoll`);
  const program = await deschedulerProgram();
  if (program === undefined) throw new Error('descheduler needs Go 1.26 or newer: install it from https://go.dev/dl');
  return descheduler(program);
}

function measuresOf(ours: RunMeasures, theirs: RunMeasures, idle: RunMeasures): Measures {
  const peer = (what: keyof RunMeasures): Required<Measure>['peer'] => ({ name: 'descheduler', value: theirs[what] });
  return {
    'over-line-left-alone': { value: idle.overLineMinutes, unit: 'node-min' },
    'over-line': {
      value: ours.overLineMinutes,
      unit: 'node-min',
      goal: `< ${theirs.overLineMinutes}`,
      peer: peer('overLineMinutes'),
    },
    'full-left-alone': { value: idle.fullMinutes, unit: 'node-min' },
    full: { value: ours.fullMinutes, unit: 'node-min', peer: peer('fullMinutes') },
    // every pod that was made to go counts, by whatever way
    'pods-moved': { value: ours.podsMoved, unit: 'pods', goal: `<= ${theirs.podsMoved / 5}`, peer: peer('podsMoved') },
    evictions: { value: ours.evictions, unit: 'pods', peer: peer('evictions') },
    'same-node-returns': { value: ours.sameNodeReturns, unit: 'pods', goal: '= 0', peer: peer('sameNodeReturns') },
    'lowest-ready-share': { value: ours.lowestReadyShare, unit: 'ratio', peer: peer('lowestReadyShare') },
  };
}
