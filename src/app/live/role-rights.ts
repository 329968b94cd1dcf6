import type { Config } from '#app/config/schema.ts';
import { inShort, type PolicyRule } from '#kube/client/rights.ts';
import { eventRights } from '#kube/events/kube-event-store.ts';
import { metricsApiRights } from '#sources/metrics-api/metrics-api-source.ts';
import { nodeMarkRights } from '#actuators/node-marks/kube-node-marker.ts';
import { rosterWatchRights } from '#sources/kube-watch/roster-watch.ts';
import { officeRights } from './office.ts';
import type { BuiltRole } from './roles.ts';

/** A right, and the one namespace that it is needed in; absent: in all of them. */
export interface PlacedRight {
  readonly rule: PolicyRule;
  readonly namespace?: string;
}

/** What a role asks of the API server as it is configured, each right where it is needed. */
export function rightsOf(role: BuiltRole, config: Config): readonly PlacedRight[] {
  const { namespace } = config.leadership;
  const everywhere = inShort(rightsByRole[role](config)).map((rule) => ({ rule }));
  const ofOffice = inShort(officeRights).map((rule) => ({ rule, namespace }));
  return [...everywhere, ...ofOffice];
}

const rightsByRole: Readonly<Record<BuiltRole, (config: Config) => readonly PolicyRule[]>> = {
  collector: ({ sources }) => [
    ...rosterWatchRights,
    ...nodeMarkRights,
    ...eventRights,
    ...(isAsked('metrics-api', sources) ? metricsApiRights : []),
  ],
};

function isAsked(name: 'metrics-api', { order, orderOf }: Config['sources']): boolean {
  return [order, ...Object.values(orderOf)].some((names) => names.includes(name));
}
