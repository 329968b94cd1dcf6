import type { DoctorCheck } from '#app/doctor/check.ts';
import { judgeServer } from '#views/doctor/judge-server.ts';

const QUESTIONS = 3;

/** Its version, how quick it is, and whether its clock is ours. */
export const apiServer: DoctorCheck = {
  section: 'API server',
  async examine({ transport, server, signal, clock, lists }) {
    const { version, dialect } = await lists();
    const tookMs: number[] = [];
    for (let question = 0; question < QUESTIONS; question++) {
      const startedAt = performance.now();
      await transport.request({ method: 'GET', path: '/version', repeatable: 'yes', signal });
      tookMs.push(performance.now() - startedAt);
    }
    const { full, minor } = version;
    const aheadMs = clock.machineAheadMs;
    return judgeServer({ server, version: full, minor, known: dialect.known, tookMs, aheadMs });
  },
};
