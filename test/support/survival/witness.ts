import type { Identifiable, Identity } from '#kube/reflector/identity.ts';
import type { Sink } from '#kube/reflector/target.ts';

/** A store that believes what it is told, and notes what must never be told. */
export class Witness implements Sink<Identifiable> {
  /** By name: `uid@version`, as `Shop.truth` has it. */
  readonly store: Map<string, string> = new Map();
  readonly objections: string[] = [];
  readonly #doomed: ReadonlySet<string>;
  /** The versions that each uid was ever told at. */
  readonly #versions: Map<string, string[]> = new Map();
  readonly #gone: Set<string> = new Set();

  constructor(doomed: ReadonlySet<string>) {
    this.#doomed = doomed;
  }

  applied({ metadata }: Identifiable, { name, uid }: Identity): void {
    const version = metadata?.resourceVersion ?? '';
    const told = this.#versions.get(uid) ?? [];
    const bearer = this.store.get(name)?.split('@')[0] ?? uid;
    if (bearer !== uid) this.#object(`${name} has a second bearer before the first is gone`);
    if (this.#gone.has(uid)) this.#object(`${name} came back from the dead`);
    if (told.includes(version)) this.#object(`${name} was told twice at ${version}`);
    if (Number(told.at(-1) ?? 0) > Number(version)) this.#object(`${name} went back to ${version}`);
    this.#versions.set(uid, [...told, version]);
    this.store.set(name, `${uid}@${version}`);
  }

  removed({ name, uid }: Identity): void {
    if (!this.#doomed.has(uid)) this.#object(`${name} was told gone, and nobody had deleted it`);
    if (!this.store.get(name)?.startsWith(`${uid}@`)) this.#object(`${name} was told gone, and was not there`);
    this.#gone.add(uid);
    this.store.delete(name);
  }

  synced(): void {}

  #object(to: string): void {
    this.objections.push(to);
  }
}
