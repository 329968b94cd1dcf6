import { type JudgeRows, type NodeFilter, SKIP } from '../framework.ts';
import { OK } from '../verdict-book.ts';

const REASON = "node(s) didn't match the requested node name";

/** The node a spec names; before 1.37 the others are looked at and refused, from then on they are left out. */
export const nodeName: NodeFilter = {
  name: 'NodeName',
  reach: 'node',
  prepare({ pod }, view, pen) {
    const wanted = pod.spec.nodeName ?? '';
    if (wanted === '') return SKIP;
    const refused = pen.refuse('UnschedulableAndUnresolvable', REASON);
    const wantedRow = view.nodes.rowOf(wanted);
    const judge: JudgeRows = ({ list, count }, verdicts) => {
      for (let at = 0; at < count; at++) verdicts[list[at]!] = list[at] === wantedRow ? OK : refused;
    };
    if (!view.dialect.nameFirst) return { kind: 'judge', judge };
    return { kind: 'judge', only: new Set([wanted]), judge };
  },
};
