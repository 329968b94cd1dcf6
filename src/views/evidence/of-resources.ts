import type { AtNode } from './asked.ts';
import type { Evidence } from './evidence.ts';
import { resourceText } from './words.ts';

/** Every resource there is too little of: what is asked for, what is free, and of how much. Cpu in milli. */
export function resourceEvidence({ view, pod, row }: AtNode): readonly Evidence[] {
  const { resources, podCount, podLimit } = view.nodes;
  const { resources: numbers, amounts } = pod.shape.usage;
  const short = numbers.flatMap((number, at) => {
    const { name: resource, allocatable, requested } = resources.columns[number]!;
    const asked = amounts[at]!;
    const free = allocatable[row]! - requested[row]!;
    return asked > 0 && asked > free ? [shortage(resource, asked, free, allocatable[row]!)] : [];
  });
  const pods = podCount[row]!;
  const limit = podLimit[row]!;
  const full = { text: `holds ${pods} of at most ${limit} pods`, facts: { pods, limit } };
  return pods + 1 > limit ? [full, ...short] : short;
}

function shortage(resource: string, requested: number, free: number, allocatable: number): Evidence {
  const amount = (of: number): string => resourceText(resource, of);
  const text = `${resource}: asks for ${amount(requested)}, ${amount(free)} free of ${amount(allocatable)}`;
  return { text, facts: { resource, requested, free, allocatable } };
}
