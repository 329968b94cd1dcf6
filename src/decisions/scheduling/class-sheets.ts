import type { ClusterView, ComingPod } from '#cluster/cluster-view.ts';
import { ClassSheet } from './class-sheet.ts';
import { Scratch } from './judgement.ts';
import type { Profile } from './profile.ts';
import { VerdictBook } from './verdict-book.ts';

/** How many rows all sheets together may have: some 25 bytes each. */
const mostRows = 2 ** 21;

/** What one profile has worked out about one cluster: a sheet for each class of pods it met lately. */
export class ClassSheets {
  readonly book: VerdictBook = new VerdictBook();
  readonly scratch: Scratch = new Scratch();
  readonly #profile: Profile;
  /** The longest unused first. */
  readonly #sheets = new Map<string, ClassSheet>();

  constructor(profile: Profile) {
    this.#profile = profile;
  }

  /** Pods are alike that ask for the same, bear the same labels and name the same node. */
  of(pod: ComingPod, view: ClusterView): ClassSheet {
    const key = `${pod.shape.id} ${pod.labels.id} ${pod.pod.spec.nodeName ?? ''}`;
    const known = this.#sheets.get(key);
    if (known !== undefined) this.#sheets.delete(key);
    const sheet = known ?? this.#fresh(view.nodes.capacity);
    this.#sheets.set(key, sheet);
    this.scratch.reach(view.nodes.capacity);
    sheet.refresh(pod, view);
    return sheet;
  }

  /** A sheet nobody used for long is wiped rather than a new one made: its columns are what costs. */
  #fresh(capacity: number): ClassSheet {
    if (this.#sheets.size * capacity < mostRows) return new ClassSheet(this.#profile, this.book);
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
