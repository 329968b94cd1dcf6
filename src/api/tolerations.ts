import { readInt64 } from './int64.ts';
import type { Taint } from './kubernetes/node.ts';
import type { Toleration } from './kubernetes/pod.ts';

/** Which operators count: `Lt` and `Gt` only where the cluster has the comparison of taints switched on. */
export interface TolerationRules {
  readonly comparesTaints: boolean;
}

/** Whether one toleration tolerates one taint. How long it does is no matter to placement. */
export function tolerates(toleration: Toleration, taint: Taint, rules: TolerationRules): boolean {
  const { key = '', value = '', effect = '' } = toleration;
  if (effect !== '' && effect !== taint.effect) return false;
  if (key !== '' && key !== taint.key) return false;
  switch (toleration.operator ?? '') {
    case '':
    case 'Equal':
      return value === (taint.value ?? '');
    case 'Exists':
      return true;
    case 'Lt':
    case 'Gt':
      return rules.comparesTaints && isBeyond(taint.value ?? '', toleration.operator === 'Gt', value);
    default:
      return false;
  }
}

/** Whether any of the tolerations tolerates the taint. */
export function isTolerated(taint: Taint, tolerations: readonly Toleration[], rules: TolerationRules): boolean {
  return tolerations.some((toleration) => tolerates(toleration, taint, rules));
}

function isBeyond(taintValue: string, greater: boolean, bound: string): boolean {
  const [left, right] = [plainInt64(taintValue), plainInt64(bound)];
  if (left === undefined || right === undefined) return false;
  return greater ? left > right : left < right;
}

/** No plus, and no zeros in front: a number has one spelling here. */
function plainInt64(text: string): bigint | undefined {
  return /^(?:0|-?[1-9]\d*)$/.test(text) ? readInt64(text) : undefined;
}
