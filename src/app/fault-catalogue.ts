import { actingFaults } from '#app/acting/faults.ts';
import { recordingWriteFaults } from '#actuators/recording/faults.ts';
import { backtestFaults } from '#app/backtest/faults.ts';
import { configFaults } from '#app/config/faults.ts';
import { cliFaults } from '#app/faults.ts';
import { installFaults } from '#app/install/faults.ts';
import { simulateFaults } from '#app/simulate/faults.ts';
import { simulationFaults } from '#simulation/faults.ts';
import { liveFaults } from '#app/live/faults.ts';
import { lookFaults } from '#app/once/faults.ts';
import type { FaultCatalogue } from '#base/fault.ts';
import { clusterFaults } from '#cluster/faults.ts';
import { kubeFaults } from '#kube/faults.ts';
import { serverFaults } from '#servers/faults.ts';
import { replayFaults } from '#simulation/replay/faults.ts';
import { annotationsFaults } from '#sources/annotations/faults.ts';
import { metricsApiFaults } from '#sources/metrics-api/faults.ts';
import { prometheusFaults } from '#sources/prometheus/http/faults.ts';
import { recordingFaults } from '#sources/recording/faults.ts';

/** Every room that throws faults adds its catalogue here: `docs/errors.md` is written from them. */
export const roomCatalogues: readonly FaultCatalogue[] = [
  actingFaults,
  annotationsFaults,
  backtestFaults,
  cliFaults,
  clusterFaults,
  configFaults,
  installFaults,
  liveFaults,
  lookFaults,
  kubeFaults,
  metricsApiFaults,
  prometheusFaults,
  recordingFaults,
  recordingWriteFaults,
  replayFaults,
  simulateFaults,
  simulationFaults,
  serverFaults,
];

/** Every fault code there is, with its meaning and remedy. */
export const faultCatalogue: FaultCatalogue = Object.fromEntries(
  roomCatalogues.flatMap((catalogue) => Object.entries(catalogue)),
);
