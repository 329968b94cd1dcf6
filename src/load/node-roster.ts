/** Who a row stands for. */
export interface NodeIdentity {
  readonly name: string;
  readonly uid: string;
  readonly ready: boolean;
}

/** Which row each node has. Rows of nodes that left are given to others: a row means nothing outside its view. */
export interface NodeRoster {
  readonly byUid: Map<string, number>;
  readonly byName: Map<string, number>;
  /** By row; a row without a node is free. */
  readonly nodes: (NodeIdentity | undefined)[];
  readonly free: number[];
}

export function newRoster(): NodeRoster {
  return { byUid: new Map(), byName: new Map(), nodes: [], free: [] };
}

export function copyOfRoster({ byUid, byName, nodes, free }: NodeRoster): NodeRoster {
  return { byUid: new Map(byUid), byName: new Map(byName), nodes: [...nodes], free: [...free] };
}

/** Enters a node and says its row. */
export function enter(roster: NodeRoster, { name, uid, ready }: NodeIdentity): number {
  const row = roster.byUid.get(uid) ?? roster.free.pop() ?? roster.nodes.length;
  const held = roster.nodes[row];
  if (held === undefined || held.ready !== ready) roster.nodes[row] = { name, uid, ready };
  if (held === undefined) {
    roster.byUid.set(uid, row);
    roster.byName.set(name, row);
  }
  return row;
}

/** Strikes a node out and says the row it had. */
export function strike(roster: NodeRoster, uid: string): number | undefined {
  const row = roster.byUid.get(uid);
  if (row === undefined) return undefined;
  roster.byUid.delete(uid);
  roster.byName.delete(roster.nodes[row]!.name);
  roster.nodes[row] = undefined;
  roster.free.push(row);
  return row;
}
