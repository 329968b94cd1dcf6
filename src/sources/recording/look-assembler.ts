import type { KubernetesObject } from '#api/kubernetes/metadata.ts';
import type { ClusterKind } from '#cluster/cluster-event.ts';
import type { PastStep } from '#ports/load-source.ts';
import type {
  HeardKind,
  HeardLook,
  LookLine,
  MigrationsLine,
  RecordingLine,
  SessionLine,
  UnreadLine,
} from '#ports/recording.ts';
import { loadReading, pastStep } from './recorded-load.ts';

/** A line that does not follow from those before it. */
export class OutOfPlace extends Error {
  override readonly name: string = 'OutOfPlace';
}

/** Puts the lines of a recording together to looks. */
export class LookAssembler {
  readonly #kinds: readonly ClusterKind[];
  #objects: Map<ClusterKind, Map<string, object>> = new Map();
  #unread: Map<ClusterKind, UnreadLine> = new Map();
  #migrations: HeardLook['migrations'] = { items: [], remarks: [] };
  #labels: Readonly<Record<string, string>>[] = [];
  #past: PastStep[] = [];
  #session: SessionLine | undefined;

  constructor(kinds: readonly ClusterKind[]) {
    this.#kinds = kinds;
  }

  get session(): SessionLine | undefined {
    return this.#session;
  }

  /** The look that this line closes, if it does. */
  take(line: RecordingLine): HeardLook | undefined {
    switch (line.kind) {
      case 'plimsoll-recording':
        this.#begin(line);
        return undefined;
      case 'applied':
        this.#unread.delete(line.of);
        this.#shelf(line.of).set(uidOf(line.object), line.object);
        return undefined;
      case 'removed':
        if (!this.#shelf(line.of).delete(line.uid)) throw new OutOfPlace(`there is no ${line.of} of uid ${line.uid}`);
        return undefined;
      case 'unread':
        this.#unread.set(line.of, line);
        this.#objects.delete(line.of);
        return undefined;
      case 'migrations':
        this.#migrations = migrationsOf(line);
        return undefined;
      case 'labels':
        this.#labels.push(...line.of);
        return undefined;
      case 'past':
        this.#check(line.signals);
        this.#past.push(pastStep(line, this.#labelsOf()));
        return undefined;
      case 'look':
        return this.#close(line);
    }
  }

  #begin(session: SessionLine): void {
    this.#session = session;
    this.#objects = new Map();
    this.#unread = new Map();
    this.#migrations = { items: [], remarks: [] };
    this.#labels = [];
    this.#past = [];
  }

  #close(line: LookLine): HeardLook {
    this.#check(line.signals);
    if (line.pods.kind === 'read') this.#check([{ ...line.pods, series: line.pods.cpuCores }]);
    if (line.pods.kind === 'read') this.#check([{ ...line.pods, series: line.pods.memoryBytes }]);
    const past = this.#past;
    this.#past = [];
    const { begunAt, readAt, surgeRight } = line;
    const objects = this.#objectsNow();
    // it stands for one look: a kind that can be read again is written anew
    this.#unread = new Map();
    return {
      begunAt,
      readAt,
      objects,
      migrations: this.#migrations,
      surgeRight,
      past,
      reading: loadReading(line, this.#labelsOf()),
    };
  }

  #objectsNow(): HeardLook['objects'] {
    const heard = this.#kinds.map((of): [ClusterKind, HeardKind<object>] => {
      const unread = this.#unread.get(of);
      if (unread !== undefined) return [of, { kind: unread.why, fault: { message: unread.message } }];
      return [of, { kind: 'listed', items: [...(this.#objects.get(of)?.values() ?? [])] }];
    });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each was read by the schema of its kind
    return Object.fromEntries(heard) as HeardLook['objects'];
  }

  #shelf(of: ClusterKind): Map<string, object> {
    const known = this.#objects.get(of) ?? new Map<string, object>();
    this.#objects.set(of, known);
    return known;
  }

  /** Of the session that is open: the next one numbers anew. */
  #labelsOf(): (number: number) => Readonly<Record<string, string>> {
    const labels = this.#labels;
    return (number) => labels[number]!;
  }

  #check(
    signals: readonly { readonly kind: string; readonly series?: readonly (readonly [number, ...unknown[]])[] }[],
  ): void {
    for (const { series = [] } of signals) {
      for (const [number] of series) {
        if (number >= this.#labels.length) throw new OutOfPlace(`no labels have the number ${number}`);
      }
    }
  }
}

const migrationsOf = ({ items, remarks }: MigrationsLine): HeardLook['migrations'] => ({ items, remarks });

/** The schema of every kind asks for a uid. */
function uidOf(object: object): string {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return (object as KubernetesObject).metadata.uid;
}
