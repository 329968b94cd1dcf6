import { span } from '#views/span.ts';
import { table, type Column } from '#views/table.ts';

/** Who acts for a role. A server needs no leader: each of its replicas answers. */
export type Leader =
  | { readonly kind: 'self' }
  | { readonly kind: 'other'; readonly name: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'not-needed' };

/** The last time a loop looked, decided and acted: `none` where there is no loop. Times are milliseconds, `at` since the Unix epoch. */
export type LastPass =
  | { readonly kind: 'none' }
  | { readonly kind: 'never' }
  | { readonly kind: 'known'; readonly at: number; readonly outcome: string; readonly tookMs: number };

/** One watched kind of object, and when the world was last heard to agree with what is held of it. */
export interface Watched {
  readonly kind: string;
  readonly heardAt: number | 'unknown';
}

/** How one role of this process is doing. */
export interface RoleStatus {
  readonly role: string;
  readonly kind: 'loop' | 'server';
  readonly leader: Leader;
  readonly lastPass: LastPass;
  /** `none` where nothing queues. */
  readonly queueDepth: number | 'none' | 'unknown';
  readonly watched: readonly Watched[];
}

/** A role as every window shows it: plain values, ready to be JSON. */
export interface RoleRow {
  readonly role: string;
  readonly kind: 'loop' | 'server';
  /** `self`, `none`, `not needed`, or the name of the replica that leads. */
  readonly leader: string;
  readonly lastPass: PassRow | 'none' | 'never';
  readonly queueDepth: number | 'none' | 'unknown';
  readonly agesMs: Readonly<Record<string, number | 'unknown'>>;
}

export interface PassRow {
  /** RFC 3339. */
  readonly at: string;
  readonly ageMs: number;
  readonly outcome: string;
  readonly tookMs: number;
}

/** What `now` makes of the roles' statuses, in the order given. */
export function roleRows(statuses: readonly RoleStatus[], now: number): RoleRow[] {
  return statuses.map((status) => ({
    role: status.role,
    kind: status.kind,
    leader: leaderWord(status.leader),
    lastPass: passRow(status.lastPass, now),
    queueDepth: status.queueDepth,
    agesMs: Object.fromEntries(
      status.watched.map(({ kind, heardAt }) => [kind, heardAt === 'unknown' ? heardAt : ageOf(heardAt, now)]),
    ),
  }));
}

function leaderWord(leader: Leader): string {
  if (leader.kind === 'other') return leader.name;
  return leader.kind === 'not-needed' ? 'not needed' : leader.kind;
}

function passRow(pass: LastPass, now: number): RoleRow['lastPass'] {
  if (pass.kind !== 'known') return pass.kind;
  const { at, outcome, tookMs } = pass;
  return { at: new Date(at).toISOString(), ageMs: ageOf(at, now), outcome, tookMs };
}

// a time ahead of ours is a clock's skew, not news from the future
function ageOf(at: number, now: number): number {
  return Math.max(0, now - at);
}

const columns: readonly Column<RoleRow>[] = [
  { header: 'ROLE', cell: (row) => row.role },
  { header: 'KIND', cell: (row) => row.kind },
  { header: 'LEADER', cell: (row) => row.leader },
  { header: 'LAST PASS', cell: (row) => ofPass(row, (pass) => `${span(pass.ageMs)} ago`) },
  { header: 'OUTCOME', cell: (row) => ofPass(row, (pass) => pass.outcome) },
  { header: 'TOOK', cell: (row) => ofPass(row, (pass) => span(pass.tookMs)), align: 'right' },
  { header: 'QUEUE', cell: (row) => (row.queueDepth === 'none' ? '-' : String(row.queueDepth)), align: 'right' },
  { header: 'AGES', cell: (row) => agesText(row.agesMs) },
];

/** The rows as people read them. */
export function roleTable(rows: readonly RoleRow[]): string {
  return table(columns, rows);
}

function ofPass(row: RoleRow, show: (pass: PassRow) => string): string {
  if (row.lastPass === 'none') return '-';
  return row.lastPass === 'never' ? 'never' : show(row.lastPass);
}

function agesText(agesMs: RoleRow['agesMs']): string {
  const ages = Object.entries(agesMs).map(([kind, age]) => `${kind} ${age === 'unknown' ? age : span(age)}`);
  return ages.length === 0 ? '-' : ages.join(', ');
}
