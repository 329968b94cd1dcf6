import type { Measures } from '../measure.ts';
import type { ReplayRow } from './rows.ts';

/** What our placement alone leaves, mean of the five orders of arrival, and what is aimed at. */
const aims: readonly { readonly measure: string; readonly instance: RegExp; readonly goal: string }[] = [
  { measure: 'placement-cold', instance: /^PL-8-44(-s\d)?-arriving$/, goal: '<= 1500' },
  { measure: 'placement-warm-0306', instance: /^PL-warm-0306-8-24(-s\d)?-arriving$/, goal: '<= 600' },
  { measure: 'placement-warm-0409', instance: /^PL-warm-0409-8-36(-s\d)?-arriving$/, goal: '<= 350' },
];

const ours = 'load-risk';
const peer = 'tlp-40';

/** Beside the peer that leaves least. */
export function placementMeasures(rows: readonly ReplayRow[]): Measures {
  return Object.fromEntries(
    aims.map(({ measure, instance, goal }) => {
      const mean = (policy: string): number => {
        const minutes = rows.filter((row) => row.policy === policy && instance.test(row.instance));
        return Math.round(minutes.reduce((sum, { outcome }) => sum + outcome.over80, 0) / minutes.length);
      };
      return [measure, { value: mean(ours), unit: 'min > 80 %', goal, peer: { name: peer, value: mean(peer) } }];
    }),
  );
}
