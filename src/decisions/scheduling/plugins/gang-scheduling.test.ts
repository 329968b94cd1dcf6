import { expect, test } from 'vitest';
import { newestDialect } from '#api/dialect.ts';
import { ClusterStore } from '#cluster/cluster-store.ts';
import { aNode, aPod } from '#test/scheduling/build-world.ts';
import { judgeAll } from '../judge-all.ts';
import { defaultProfile } from '../profile.ts';

const grouped = aPod('p', { spec: { schedulingGroup: { podGroupName: 'g' } } });

for (const { placesGroups, want } of [
  { placesGroups: false, want: 'fits' },
  { placesGroups: true, want: 'unknown' },
]) {
  test(`a pod of a group ${placesGroups ? 'is nobody here to judge where groups are placed together' : 'is a pod like any other where groups are not placed together'}`, () => {
    const dialect = { ...newestDialect, placesGroups };
    const store = new ClusterStore(dialect);
    store.apply({ kind: 'applied', of: 'Node', object: aNode('n') });
    const { nodes } = judgeAll(store.view(), grouped, defaultProfile(dialect));
    expect(nodes.map(({ verdict }) => verdict.kind)).toEqual([want]);
  });
}
