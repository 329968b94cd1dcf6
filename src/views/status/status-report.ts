import type { ControlSwitch, Hold } from '#api/control-switch.ts';
import type { MigrationPhase } from '#api/pod-migration.ts';
import type { RoleLease } from '#views/doctor/judge-roles.ts';
import { holdText } from './hold-text.ts';
import type { KnownOrNot } from './known-or-not.ts';
import type { RoleRow } from './role-status.ts';
import { ageText, span } from '#views/span.ts';
import { type Column, table, type TableOptions } from '#views/table.ts';

/** A replica that was asked how it is. */
export interface Replica {
  /** Its pod, or its address. */
  readonly name: string;
  readonly roles: KnownOrNot<readonly Pick<RoleRow, 'role' | 'leader' | 'lastPass' | 'queueDepth'>[]>;
}

/** How a role stands. A server role has no Lease. */
export interface RoleStanding {
  readonly role: string;
  /** Undefined: it has never run, as far as Leases tell. */
  readonly lease: KnownOrNot<RoleLease | undefined>;
  /** As whoever leads tells it. */
  readonly said: KnownOrNot<Pick<RoleRow, 'lastPass' | 'queueDepth'>>;
}

/** Moves as their migrations tell, beside what is allowed. */
export interface MovesNow {
  readonly byPhase: Readonly<Partial<Record<MigrationPhase, number>>>;
  readonly underWay: number;
  readonly lastHour: number;
  /** Not known where the pods of the cluster cannot be counted. */
  readonly mostPerHour: KnownOrNot<number>;
  readonly inFlightPerOwner: number;
  readonly inFlightPerNode: number;
}

/** What nodes carry of their load. */
export interface PublishedCoverage {
  readonly ready: number;
  readonly fresh: number;
  /** Null where no ready node carries any. */
  readonly oldestMs: number | null;
  readonly freshForMs: number;
}

/** All of us, at one instant. */
export interface StatusReport {
  /** RFC 3339. */
  readonly at: string;
  readonly namespace: string;
  readonly roles: readonly RoleStanding[];
  readonly replicas: readonly Replica[];
  readonly control: KnownOrNot<ControlSwitch>;
  readonly moves: KnownOrNot<MovesNow>;
  readonly coverage: KnownOrNot<PublishedCoverage>;
}

/** The report as people read it. */
export function statusText(report: StatusReport, now: number, options?: TableOptions): string {
  const lines: readonly (readonly [string, string])[] = [
    ['Kill switch', told(report.control, ({ pause }) => held(pause, 'moves may begin', 'PAUSED'))],
    ['Breaker', told(report.control, ({ breaker }) => held(breaker, 'closed', 'OPEN'))],
    ['Moves', told(report.moves, movesText)],
    ['Budgets left', told(report.moves, budgetText)],
    ['Coverage', told(report.coverage, coverageText)],
    ...report.replicas.flatMap(({ name, roles }): readonly (readonly [string, string])[] =>
      roles.kind === 'known' ? [] : [['Not reached', `${name}: ${roles.why}`]],
    ),
  ];
  const width = Math.max(...lines.map(([name]) => name.length));
  const below = lines.map(([name, says]) => `${name.padEnd(width)}   ${says}\n`).join('');
  return `${table(columnsAt(now), report.roles, options)}\n${below}`;
}

/** Two durations without renewal: whoever held it is not there. */
const LAPSED_AFTER = 2;

const columnsAt = (now: number): readonly Column<RoleStanding>[] => [
  { header: 'ROLE', cell: ({ role }) => role },
  {
    header: 'LEADER',
    cell: ({ lease }) => leaderText(lease, now),
    tone: ({ lease }) => (isLed(lease, now) ? undefined : 'doubtful'),
  },
  { header: 'RENEWED', cell: ({ lease }) => renewedText(lease, now) },
  { header: 'LAST PASS', cell: ({ said }) => passText(said, ({ ageMs }) => `${span(ageMs)} ago`) },
  { header: 'OUTCOME', cell: ({ said }) => passText(said, ({ outcome }) => outcome) },
  {
    header: 'QUEUE',
    cell: ({ said }) => (said.kind === 'unknown' ? '<unknown>' : String(said.value.queueDepth)),
    align: 'right',
  },
];

function isLed(lease: RoleStanding['lease'], now: number): boolean {
  if (lease.kind === 'unknown' || lease.value?.holder === undefined) return false;
  const { renewedAt, durationMs } = lease.value;
  return renewedAt !== undefined && now - renewedAt <= LAPSED_AFTER * durationMs;
}

function leaderText(lease: RoleStanding['lease'], now: number): string {
  if (lease.kind === 'unknown') return '<unknown>';
  if (lease.value === undefined) return 'never ran';
  const { holder } = lease.value;
  if (holder === undefined) return 'nobody';
  return isLed(lease, now) ? holder : `nobody (${holder} fell silent)`;
}

function renewedText(lease: RoleStanding['lease'], now: number): string {
  if (lease.kind === 'unknown') return '<unknown>';
  const at = lease.value?.renewedAt;
  return at === undefined ? '-' : `${ageText(Math.max(0, now - at))} ago`;
}

function passText(said: RoleStanding['said'], show: (pass: Extract<RoleRow['lastPass'], object>) => string): string {
  if (said.kind === 'unknown') return '<unknown>';
  const { lastPass } = said.value;
  if (lastPass === 'none') return '-';
  return lastPass === 'never' ? 'never' : show(lastPass);
}

function told<T>(part: KnownOrNot<T>, show: (value: T) => string): string {
  return part.kind === 'known' ? show(part.value) : `<unknown>: ${part.why}`;
}

function held(hold: Hold, free: string, word: string): string {
  return hold.kind === 'free' ? free : `${word} ${holdText(hold)}`;
}

function movesText({ byPhase, underWay }: MovesNow): string {
  const phases = Object.entries(byPhase).map(([phase, count]) => `${count} ${phase}`);
  return `${underWay} under way${phases.length === 0 ? '' : `; of all kept: ${phases.join(', ')}`}`;
}

function budgetText({ lastHour, mostPerHour, inFlightPerOwner, inFlightPerNode }: MovesNow): string {
  const atOnce = `at once ${inFlightPerOwner} an owner, ${inFlightPerNode} a node`;
  if (mostPerHour.kind === 'unknown') return `<unknown> this hour, ${lastHour} spent: ${mostPerHour.why}; ${atOnce}`;
  const left = Math.max(0, mostPerHour.value - lastHour);
  return `${left} of ${mostPerHour.value} this hour; ${atOnce}`;
}

function coverageText({ ready, fresh, oldestMs, freshForMs }: PublishedCoverage): string {
  const share = ready === 0 ? '' : ` (${Math.floor((100 * fresh) / ready)}%)`;
  const oldest = oldestMs === null ? '' : `; the oldest sample is ${ageText(oldestMs)} old`;
  return `${fresh} of ${ready} ready nodes${share} carry a load not older than ${span(freshForMs)}${oldest}`;
}
