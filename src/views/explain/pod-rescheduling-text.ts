import { heatText } from './heat-of-node.ts';
import { houseLines } from './house-gates.ts';
import type { PodInPlan, PodRescheduling } from './pod-rescheduling.ts';

/** The gates as people read them: what is decided first, then what it rests on. */
export function podReschedulingLines(told: PodRescheduling): readonly string[] {
  const { plan, node, held, budgets, memory, underWay } = told;
  const heat = heatText(node);
  return [
    planLine(plan),
    ...(underWay === null
      ? []
      : [`A move of it is under way: ${underWay.name}, ${underWay.phase}: ${underWay.because}`]),
    ...(heat === '' ? [] : [`Its node: ${heat}`]),
    ...memoryLines(memory),
    ...houseLines(held, budgets),
  ];
}

function planLine(plan: PodInPlan): string {
  switch (plan.kind) {
    case 'moves':
      return `The rescheduler would move it now, to ${plan.to}: ${plan.reason}`;
    case 'stays':
      return `The rescheduler lets it stay: ${plan.reason}${plan.freedBy === null ? '' : `; to free it: ${plan.freedBy}`}`;
    case 'unknown':
      return `Whether the rescheduler would move it is not known: ${plan.reason}`;
  }
}

function memoryLines({ moves, inVain, restsUntil }: PodRescheduling['memory']): readonly string[] {
  if (moves === 0 && restsUntil === null) return [];
  const rest = restsUntil === null ? 'may be moved again' : `is left alone until ${restsUntil}`;
  return [`Its workload: ${moves} moves within two days, ${inVain} of them in vain; it ${rest}`];
}
