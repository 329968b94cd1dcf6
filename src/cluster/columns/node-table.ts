import type { Quantities, StringMap } from '#api/kubernetes/metadata.ts';
import type { Node, Taint } from '#api/kubernetes/node.ts';
import { readAmounts } from '#api/amounts.ts';
import { cpuMilli, wholeUnits } from '#api/quantity.ts';
import { isScalarResource } from '#api/resource-names.ts';
import { hashOfText } from '#base/hash.ts';
import { movedInto } from './growing.ts';
import { ImageIndex } from './image-index.ts';
import { LabelColumn } from './label-column.ts';
import { isExact, ResourceColumns } from './resource-columns.ts';
import { ValueSets } from './value-sets.ts';

const firstCapacity = 64;

/** All nodes, a row each. Rows are reused when nodes leave: never keep one across views. */
export class NodeTable {
  capacity: number = firstCapacity;
  /** Rows below this have been used; some may be empty. */
  rows = 0;
  /** How many nodes there are. */
  size = 0;
  readonly nodes: (Node | undefined)[] = [];
  readonly resources: ResourceColumns = new ResourceColumns(firstCapacity);
  readonly images: ImageIndex = new ImageIndex();
  readonly taintSets: ValueSets<Taint> = new ValueSets();
  readonly featureSets: ValueSets<string> = new ValueSets();
  alive: Uint8Array = new Uint8Array(firstCapacity);
  unschedulable: Uint8Array = new Uint8Array(firstCapacity);
  podCount: Int32Array = new Int32Array(firstCapacity);
  podLimit: Float64Array = new Float64Array(firstCapacity);
  /** How many amounts of the node and of the pods there are not known: nobody can say what fits. */
  unreadable: Int32Array = new Int32Array(firstCapacity);
  /** Over all rows together. */
  unreadableInAll = 0;
  /** What scores reckon with: pods that request nothing still weigh something. */
  nonZeroCpu: Float64Array = new Float64Array(firstCapacity);
  nonZeroMemory: Float64Array = new Float64Array(firstCapacity);
  taintSetOf: Int32Array = new Int32Array(firstCapacity);
  featureSetOf: Int32Array = new Int32Array(firstCapacity);
  /** Of the name, for ties. */
  nameHash: Int32Array = new Int32Array(firstCapacity);
  readonly #rowOf = new Map<string, number>();
  readonly #free: number[] = [];
  /** 1 where the node's own amounts are among the unreadable. */
  #ownUnreadable: Uint8Array = new Uint8Array(firstCapacity);
  #all: Int32Array | undefined;
  readonly #labels = new Map<string, LabelColumn>();

  rowOf(name: string): number | undefined {
    return this.#rowOf.get(name);
  }

  /** Rows in the order the nodes came. Not to be written. */
  all(): Int32Array {
    this.#all ??= Int32Array.from(this.#rowOf.values());
    return this.#all;
  }

  nameOf(row: number): string {
    return this.nodes[row]!.metadata.name;
  }

  /** The values of a label key; read from the nodes when first asked for. */
  label(key: string): LabelColumn {
    const known = this.#labels.get(key);
    if (known !== undefined) return known;
    const column = new LabelColumn(key, this.capacity);
    for (const row of this.#rowOf.values()) column.set(row, labelOf(this.nodes[row]!, key));
    this.#labels.set(key, column);
    return column;
  }

  /** How many values of labels and lists of taints and features are kept, of nodes that left too. */
  get values(): number {
    let values = this.taintSets.lists.length + this.featureSets.lists.length;
    for (const column of this.#labels.values()) values += column.values.length;
    return values;
  }

  /** Forgets values that no node has any more. What was counted by them is void. */
  renumber(): void {
    for (const column of this.#labels.values()) column.renumber();
    this.taintSets.renumber(this.taintSetOf);
    this.featureSets.renumber(this.featureSetOf);
  }

  /** An empty row for a node that is new; its columns hold nothing yet. */
  open(node: Node): number {
    const row = this.#free.pop() ?? this.rows++;
    if (row >= this.capacity) this.#grow(this.capacity * 2);
    this.#rowOf.set(node.metadata.name, row);
    this.#all = undefined;
    this.alive[row] = 1;
    this.nameHash[row] = hashOfText(node.metadata.name);
    this.size += 1;
    return row;
  }

  /** Takes over a node that is the very same but for its annotations, of which no column is made. Whether it was. */
  annotate(row: number, node: Node): boolean {
    const { metadata, spec, status } = this.nodes[row]!;
    const isSame = status === node.status && spec === node.spec && metadata.labels === node.metadata.labels;
    if (isSame) this.nodes[row] = node;
    return isSame;
  }

  /** Takes over all a node says of itself. Whether anything changed but amounts. */
  write(row: number, node: Node): boolean {
    const { images = [], declaredFeatures = [], allocatable = {} } = node.status ?? {};
    const unschedulable = node.spec?.unschedulable === true ? 1 : 0;
    const taintSet = this.taintSets.numberOf(node.spec?.taints ?? []);
    const featureSet = this.featureSets.numberOf(declaredFeatures);
    const changed =
      !sameLabels(this.nodes[row]?.metadata.labels, node.metadata.labels) ||
      this.unschedulable[row] !== unschedulable ||
      this.taintSetOf[row] !== taintSet ||
      this.featureSetOf[row] !== featureSet;
    this.nodes[row] = withoutImages(node);
    this.unschedulable[row] = unschedulable;
    this.taintSetOf[row] = taintSet;
    this.featureSetOf[row] = featureSet;
    for (const column of this.#labels.values()) column.set(row, labelOf(node, column.key));
    this.#writeAmounts(row, allocatable);
    return this.images.set(row, images) || changed;
  }

  #writeAmounts(row: number, allocatable: Quantities): void {
    for (const column of this.resources.columns) column.allocatable[row] = 0;
    this.podLimit[row] = 0;
    const { amounts, bad } = readAmounts(allocatable);
    let isKnown = bad === undefined;
    for (const [name, amount] of amounts) {
      const units = name === 'cpu' ? cpuMilli(amount) : wholeUnits(amount);
      if (isCounted(name) && !isExact(units)) isKnown = false;
      if (name === 'pods') this.podLimit[row] = units;
      else if (isCounted(name)) this.resources.columns[this.resources.numberOf(name)]!.allocatable[row] = units;
    }
    this.#noteWhetherKnown(row, isKnown);
  }

  #noteWhetherKnown(row: number, isKnown: boolean): void {
    const own = isKnown ? 0 : 1;
    this.doubt(row, own - this.#ownUnreadable[row]!);
    this.#ownUnreadable[row] = own;
  }

  /** So many more amounts on a row are not known; fewer, if below zero. */
  doubt(row: number, amounts: number): void {
    this.unreadable[row]! += amounts;
    this.unreadableInAll += amounts;
  }

  /** The row is free for another node. Nothing may lie on it any more. */
  close(row: number): void {
    this.images.set(row, []);
    this.#noteWhetherKnown(row, true);
    for (const column of this.#labels.values()) column.set(row, undefined);
    for (const column of this.resources.columns) column.allocatable[row] = 0;
    this.#rowOf.delete(this.nameOf(row));
    this.#all = undefined;
    this.nodes[row] = undefined;
    this.alive[row] = 0;
    this.podLimit[row] = 0;
    this.#free.push(row);
    this.size -= 1;
  }

  #grow(capacity: number): void {
    this.capacity = capacity;
    this.alive = movedInto(new Uint8Array(capacity), this.alive);
    this.unschedulable = movedInto(new Uint8Array(capacity), this.unschedulable);
    this.unreadable = movedInto(new Int32Array(capacity), this.unreadable);
    this.#ownUnreadable = movedInto(new Uint8Array(capacity), this.#ownUnreadable);
    this.podCount = movedInto(new Int32Array(capacity), this.podCount);
    this.podLimit = movedInto(new Float64Array(capacity), this.podLimit);
    this.nonZeroCpu = movedInto(new Float64Array(capacity), this.nonZeroCpu);
    this.nonZeroMemory = movedInto(new Float64Array(capacity), this.nonZeroMemory);
    this.taintSetOf = movedInto(new Int32Array(capacity), this.taintSetOf);
    this.featureSetOf = movedInto(new Int32Array(capacity), this.featureSetOf);
    this.nameHash = movedInto(new Int32Array(capacity), this.nameHash);
    this.resources.grow(capacity);
    for (const column of this.#labels.values()) column.grow(capacity);
  }
}

const isCounted = (name: string): boolean =>
  name === 'cpu' || name === 'memory' || name === 'ephemeral-storage' || isScalarResource(name);

const labelOf = ({ metadata: { labels } }: Node, key: string): string | undefined =>
  labels !== undefined && Object.hasOwn(labels, key) ? labels[key] : undefined;

/** Whether two nodes bear the same labels. */
export function sameLabels(one: StringMap = {}, other: StringMap = {}): boolean {
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && one[key] === other[key])
  );
}

/** Images are the bulk of a node, and stand in their index. */
function withoutImages(node: Node): Node {
  if (node.status?.images === undefined) return node;
  const { images: _, ...status } = node.status;
  return { ...node, status };
}
