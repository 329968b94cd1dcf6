import { CLONE_LABEL } from './clone-label.ts';

type Mark = 'clone' | 'retiring' | 'deletionCostWas' | 'originalNode' | 'attempt';

/** What we write on pods. All of it is gone again when a move is over, but for the two marks of a replacement. */
export const ourMarks: Readonly<Record<Mark, string>> = {
  /** Label of a clone: uid of the migration that it is for. */
  clone: CLONE_LABEL,
  /** Label of a pod that is to go first: uid of the migration that wants it so. */
  retiring: 'plimsoll.dev/retiring-for',
  /** Annotation beside it: the deletion cost that stood there, empty where none did. */
  deletionCostWas: 'plimsoll.dev/deletion-cost-was',
  /** Annotations of a replacement. */
  originalNode: 'reschedule.original-node',
  attempt: 'reschedule.attempt',
};
