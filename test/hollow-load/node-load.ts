import type { PodRun } from '../hollow-nodes/hollow-listener.ts';
import type { HollowNodeSpec } from '../hollow-nodes/node-spec.ts';
import { beatAt, beatMs, type Playing } from './course.ts';
import { type Demand, demandAt, nothing, quantity, sumOf, type Use } from './demand.ts';
import { type LoadAverages, relax } from './load-averages.ts';

/** What a pod uses now, and the CPU time it has used since it started. */
export interface PodReading {
  readonly run: PodRun;
  readonly use: Use;
  readonly cpuSeconds: number;
}

/** What a node uses now, and what it has counted since it booted. */
export interface NodeReading {
  readonly spec: HollowNodeSpec;
  readonly address: string;
  readonly capacity: Use;
  /** Milliseconds since the Unix epoch, as is `at`: when this was read. */
  readonly bootedAt: number;
  readonly at: number;
  /** The pods and the system. */
  readonly use: Use;
  readonly busySeconds: number;
  readonly averages: LoadAverages;
  /** Seconds in which something had to wait for CPU, and for memory. */
  readonly waited: { readonly cpu: number; readonly memory: number };
  readonly pods: readonly PodReading[];
}

/** Shares of a node's capacity. CPU above 1 is wanted and not had: the node is full, and its load average rises. */
export interface Drive {
  readonly cpu?: number;
  readonly memory?: number;
}

interface Resident {
  run: PodRun;
  demand: Demand;
  readonly recorded: Demand;
  use: Use;
  cpuSeconds: number;
}

/** What the system uses beside the pods: shares of the capacity. */
export const systemShare = { cpu: 0.02, memory: 0.05 };
/** From this share of used memory on, allocations wait for pages to be reclaimed. */
const memoryIsTightAt = 0.9;

/**
 * The load of one node, summed up exactly: all demands are constant between two beats, so what was used is a sum of
 * products. Time only goes forward. A node gives no more CPU than it has: what is wanted beyond is cut from everybody
 * alike, as the kernel's shares do.
 */
export class NodeLoad {
  readonly spec: HollowNodeSpec;
  readonly address: string;
  readonly capacity: Use;
  readonly #playing: Playing;
  readonly #residents = new Map<string, Resident>();
  readonly #usualSystem: Demand;
  #system: Demand;
  #use: Use = nothing;
  #wantedCores = 0;
  #bootedAt: number;
  #at: number;
  #busySeconds = 0;
  #averages: LoadAverages;
  #waited = { cpu: 0, memory: 0 };

  constructor(spec: HollowNodeSpec, address: string, at: number, playing: Playing) {
    this.spec = spec;
    this.address = address;
    this.#playing = playing;
    this.#bootedAt = at;
    this.#at = at;
    this.capacity = { cpuCores: Number(spec.cpu), memoryBytes: quantity(spec.memory) };
    const { cpuCores, memoryBytes } = this.capacity;
    const use = { cpuCores: systemShare.cpu * cpuCores, memoryBytes: systemShare.memory * memoryBytes };
    this.#usualSystem = { kind: 'fixed', use };
    this.#system = this.#usualSystem;
    this.#settle(beatAt(playing, at));
    this.#averages = { one: this.#wantedCores, five: this.#wantedCores, fifteen: this.#wantedCores };
  }

  read(at: number): NodeReading {
    this.#advance(at);
    return {
      spec: this.spec,
      address: this.address,
      capacity: this.capacity,
      bootedAt: this.#bootedAt,
      at,
      use: this.#use,
      busySeconds: this.#busySeconds,
      averages: this.#averages,
      waited: { ...this.#waited },
      pods: [...this.#residents.values()].map(({ run, use, cpuSeconds }) => ({ run, use, cpuSeconds })),
    };
  }

  start(run: PodRun, recorded: Demand, at: number): void {
    this.#change(at, () =>
      this.#residents.set(uidOf(run), { run, demand: recorded, recorded, use: nothing, cpuSeconds: 0 }),
    );
  }

  end(run: PodRun, at: number): void {
    this.#change(at, () => this.#residents.delete(uidOf(run)));
  }

  /**
   * From now on the node uses so much: its pods in the proportions in which they use now, or the system where there are
   * none. A pod that comes later comes on top, and one that leaves takes its part along.
   */
  drive({ cpu, memory }: Drive, at: number): void {
    this.#change(at, () => {
      const cores = this.#parts('cpuCores', cpu);
      const bytes = this.#parts('memoryBytes', memory);
      for (const resident of this.#residents.values()) {
        resident.demand = { kind: 'fixed', use: { cpuCores: cores.of(resident), memoryBytes: bytes.of(resident) } };
      }
      this.#system = { kind: 'fixed', use: { cpuCores: cores.system, memoryBytes: bytes.system } };
    });
  }

  /** From now on one pod uses so much. */
  drivePod(uid: string, use: Partial<Use>, at: number): void {
    this.#change(at, () => {
      const resident = this.#residents.get(uid)!;
      resident.demand = { kind: 'fixed', use: { ...resident.use, ...use } };
    });
  }

  /** Everybody follows their traces again. */
  release(at: number): void {
    this.#change(at, () => {
      this.#system = this.#usualSystem;
      for (const resident of this.#residents.values()) resident.demand = resident.recorded;
    });
  }

  /** Every counter starts at nothing, and every container anew. */
  reboot(at: number): void {
    this.#change(at, () => {
      this.#bootedAt = at;
      this.#busySeconds = 0;
      this.#waited = { cpu: 0, memory: 0 };
      for (const resident of this.#residents.values()) {
        resident.cpuSeconds = 0;
        resident.run = { ...resident.run, startedAt: at };
      }
    });
  }

  /** Who gets which part of what the node shall use of one resource; undefined leaves everybody with what they use. */
  #parts(what: keyof Use, ratio: number | undefined): { system: number; of: (resident: Resident) => number } {
    const residents = [...this.#residents.values()];
    const ofPods = sumOf(residents.map(({ use }) => use))[what];
    const system = demandAt(this.#system, this.#beat)[what];
    if (ratio === undefined) return { system, of: ({ use }) => use[what] };
    const wanted = ratio * this.capacity[what];
    if (residents.length === 0) return { system: wanted, of: () => 0 };
    const kept = Math.min(system, wanted);
    const share = ({ use }: Resident): number => (ofPods === 0 ? 1 / residents.length : use[what] / ofPods);
    return { system: kept, of: (resident) => (wanted - kept) * share(resident) };
  }

  get #beat(): number {
    return beatAt(this.#playing, this.#at);
  }

  #change(at: number, change: () => void): void {
    this.#advance(at);
    change();
    this.#settle(this.#beat);
  }

  #advance(to: number): void {
    const everyMs = beatMs(this.#playing);
    for (let beat = this.#beat; this.#at < to; beat++) {
      const end = Math.min(to, this.#playing.from + (beat + 1) * everyMs);
      this.#accrue((end - this.#at) / 1000);
      this.#at = Math.max(this.#at, end);
      if (end < to) this.#settle(beat + 1);
    }
    this.#settle(this.#beat);
  }

  #accrue(seconds: number): void {
    if (seconds <= 0) return;
    this.#busySeconds += this.#use.cpuCores * seconds;
    for (const resident of this.#residents.values()) resident.cpuSeconds += resident.use.cpuCores * seconds;
    this.#averages = relax(this.#averages, this.#wantedCores, seconds);
    const { cpuCores, memoryBytes } = this.capacity;
    const used = this.#use.memoryBytes / memoryBytes;
    this.#waited.cpu += Math.max(0, 1 - cpuCores / this.#wantedCores) * seconds;
    this.#waited.memory += Math.max(0, (used - memoryIsTightAt) / (1 - memoryIsTightAt)) * seconds;
  }

  /** What everybody gets from now on, given what they want. */
  #settle(beat: number): void {
    const system = demandAt(this.#system, beat);
    const wanted = new Map([...this.#residents].map(([uid, { demand }]) => [uid, demandAt(demand, beat)]));
    const sum = sumOf([system, ...wanted.values()]);
    this.#wantedCores = sum.cpuCores;
    const given = Math.min(1, this.capacity.cpuCores / sum.cpuCores);
    for (const [uid, { cpuCores, memoryBytes }] of wanted) {
      this.#residents.get(uid)!.use = { cpuCores: cpuCores * given, memoryBytes };
    }
    const memoryBytes = Math.min(this.capacity.memoryBytes, sum.memoryBytes);
    this.#use = { cpuCores: sum.cpuCores * given, memoryBytes };
  }
}

const uidOf = ({ pod }: PodRun): string => pod.metadata.uid;
