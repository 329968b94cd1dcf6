import type { StringMap } from '#api/kubernetes/metadata.ts';

/** What pods of one namespace with equal labels share: to a selector they are one. */
export interface PodLabels {
  readonly id: number;
  readonly namespace: string;
  readonly labels: StringMap;
}
