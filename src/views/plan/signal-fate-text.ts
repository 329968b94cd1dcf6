import type { SignalFate } from '#decisions/rescheduling/plan/signal-fates.ts';
import { measureText } from '#load/signals/amount-text.ts';
import { percentText } from '#views/amount-text.ts';

/** What is done about a signal that makes a node hot and is measured of nodes alone, for people. */
export function signalFateText(fate: SignalFate): string {
  const { signal, measure, value, threshold, release } = fate;
  const line = measureText(threshold, measure);
  if (value === null) return `${signal} was above ${line}, and is not known now`;
  const seen = measureText(value, measure);
  if (value <= threshold) return `${signal} was above ${line}, and is ${seen}`;
  return `${signal} ${seen} is above ${line}: ${because(fate, measureText(release, measure))}`;
}

function because({ signal, measure, outcome, after, busy }: SignalFate, release: string): string {
  switch (outcome) {
    case 'no-share':
      return `its pods' part in it is not measured, so no move is reckoned for it${whatHelps(signal)}`;
    case 'cores-idle':
      return `its cores are ${busy === undefined ? 'mostly' : percentText(1 - busy)} idle: what waits there waits for storage or the like, whose it is nobody knows, and nothing is moved for it`;
    case 'relieved':
      return after === null ? 'its moves are enough' : `its moves bring it to ${measureText(after, measure)}`;
    case 'settling':
      return 'moves are under way, and what they do is measured first';
    case 'all-hot':
      return 'no node is cool and takes pods: there is nowhere to go';
    case 'budget-spent':
      return 'the budgets allow no more moves now';
    case 'blind':
      return 'too few nodes are seen';
    case 'nothing-helps':
      return `no few pods that may leave would bring it to ${release} and find a node that stays under its lines with them`;
    case 'not-now':
      return 'it has been for too short a time to act on it';
  }
}

/** What whoever runs the cluster can do. */
function whatHelps(signal: string): string {
  if (signal === 'latency') return '; a NodeLoadRule with maxLatency lets pods leave it';
  return signal.startsWith('psi-') ? '' : `; load.signals.${signal}.share says if it goes with cpu or memory`;
}
