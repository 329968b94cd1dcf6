import type { ClusterView, ComingPod } from '#cluster/cluster-view.ts';
import { ClassSheet } from './class-sheet.ts';
import { Scratch } from './judgement.ts';
import type { Profile } from './profile.ts';
import { VerdictBook } from './verdict-book.ts';

/** How many rows all sheets together may have: some 25 bytes each. */
const mostRows = 2 ** 21;
/** And how many there are where rows are few. */
const mostSheets = 2048;
/** When to begin a new book of verdicts. */
const mostVerdicts = 4096;

/** What one profile has worked out about one cluster: a sheet for each class of pods it met lately. */
export class ClassSheets {
  #book: VerdictBook = new VerdictBook();
  readonly scratch: Scratch = new Scratch();
  readonly #profile: Profile;
  /** The longest unused first. */
  readonly #sheets = new Map<string, ClassSheet>();

  constructor(profile: Profile) {
    this.#profile = profile;
  }

  /** Its numbers hold until the next pod is asked for. */
  get book(): VerdictBook {
    return this.#book;
  }

  get size(): number {
    return this.#sheets.size;
  }

  /** Pods are alike that ask for the same, bear the same labels and name the same node. */
  of(pod: ComingPod, view: ClusterView): ClassSheet {
    const key = `${pod.shape.id} ${pod.labels.id} ${pod.pod.spec.nodeName ?? ''}`;
    if (this.#book.size > mostVerdicts) this.#beginAnew();
    const known = this.#sheets.get(key);
    if (known !== undefined) this.#sheets.delete(key);
    const sheet = known ?? this.#fresh(view.nodes.capacity);
    this.#sheets.set(key, sheet);
    this.scratch.reach(view.nodes.capacity);
    sheet.refresh(pod, view);
    return sheet;
  }

  /** Every sheet writes in the book: they go with it. */
  #beginAnew(): void {
    this.#book = new VerdictBook();
    this.#sheets.clear();
  }

  /** A sheet nobody used for long is wiped rather than a new one made: its columns are what costs. */
  #fresh(capacity: number): ClassSheet {
    const hasRoom = this.#sheets.size < mostSheets && this.#sheets.size * capacity < mostRows;
    if (hasRoom) return new ClassSheet(this.#profile, this.#book);
    const [key, sheet] = this.#sheets.entries().next().value!;
    this.#sheets.delete(key);
    sheet.wipe();
    return sheet;
  }
}

/** The sheets of a profile on the cluster of a view. */
export function sheetsOf(profile: Profile, view: ClusterView): ClassSheets {
  return view.remembered(profile, () => new ClassSheets(profile));
}
