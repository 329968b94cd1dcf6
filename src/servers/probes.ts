import type { Registry } from 'prom-client';
import type { Clock } from '#ports/clock.ts';
import type { RoleStatus } from '#views/status/role-status.ts';
import { checksReply, type Check } from './checks.ts';
import { listen, type CloseOutcome, type ListenOptions } from './listening.ts';
import type { Route, Routes } from './routes.ts';
import { statusReply } from './status-page.ts';

export interface ProbesParts {
  readonly clock: Clock;
  /** Broken for good when one fails: the kubelet restarts us. */
  readonly liveness: readonly Check[];
  /** Not to be relied on while one fails: traffic goes elsewhere. */
  readonly readiness: readonly Check[];
  readonly metrics: Registry;
  readonly status: () => readonly RoleStatus[];
}

export interface ProbesOptions extends ListenOptions {
  /** How long open requests may take once we close. */
  readonly closeWithinMs: number;
}

export const probesDefaults: ProbesOptions = {
  port: 8080,
  headersTimeoutMs: 5000,
  requestTimeoutMs: 10_000,
  keepAliveMs: 5000,
  maxHeaderBytes: 8192,
  maxConnections: 512,
  closeWithinMs: 5000,
};

/** The server that says how we are: `/healthz /readyz /metrics /statusz`. */
export interface Probes {
  readonly host: string;
  readonly port: number;
  /** Turns readiness false at once, then lets open requests end, or cuts them off at the deadline. */
  close(): Promise<CloseOutcome>;
}

export async function serveProbes(parts: ProbesParts, options: ProbesOptions = probesDefaults): Promise<Probes> {
  let closing = false;
  const open: Check = {
    name: 'shutdown',
    run: () => (closing ? { ok: false, reason: 'this process is stopping' } : { ok: true }),
  };
  const listening = await listen(routesOf({ ...parts, readiness: [...parts.readiness, open] }), parts.clock, options);
  return {
    host: listening.host,
    port: listening.port,
    close() {
      closing = true;
      return listening.close(options.closeWithinMs);
    },
  };
}

function routesOf({ clock, liveness, readiness, metrics, status }: ProbesParts): Routes {
  return new Map<string, Route>([
    ['/healthz', ({ query }) => checksReply({ probe: 'healthz', checks: liveness, verbose: query.has('verbose') })],
    ['/readyz', ({ query }) => checksReply({ probe: 'readyz', checks: readiness, verbose: query.has('verbose') })],
    ['/metrics', async () => ({ status: 200, contentType: metrics.contentType, body: await metrics.metrics() })],
    ['/statusz', (asked) => statusReply(asked, status(), clock.now())],
  ]);
}
