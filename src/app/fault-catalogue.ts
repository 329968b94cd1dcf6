import { configFaults } from '#app/config/faults.ts';
import { cliFaults } from '#app/faults.ts';
import type { FaultCatalogue } from '#base/fault.ts';
import { kubeFaults } from '#kube/faults.ts';
import { serverFaults } from '#servers/faults.ts';
import { replayFaults } from '#simulation/replay/faults.ts';
import { prometheusFaults } from '#sources/prometheus/faults.ts';

/** Every room that throws faults adds its catalogue here: `docs/errors.md` is written from them. */
export const roomCatalogues: readonly FaultCatalogue[] = [
  cliFaults,
  configFaults,
  kubeFaults,
  prometheusFaults,
  replayFaults,
  serverFaults,
];

/** Every fault code there is, with its meaning and remedy. */
export const faultCatalogue: FaultCatalogue = Object.fromEntries(
  roomCatalogues.flatMap((catalogue) => Object.entries(catalogue)),
);
