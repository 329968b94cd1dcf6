/** The label of a clone until it has settled: uid of the migration that it is for. */
export const CLONE_LABEL = 'plimsoll.dev/clone-for';
