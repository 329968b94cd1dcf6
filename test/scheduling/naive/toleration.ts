import type { Node, Taint } from '#api/kubernetes/node.ts';
import type { Toleration } from '#api/kubernetes/pod.ts';
import type { Dialect } from './dialect.ts';

export function tolerates(toleration: Toleration, taint: Taint, dialect: Dialect): boolean {
  const { effect = '', key = '', operator, value = '' } = toleration;
  if (effect !== '' && effect !== taint.effect) return false;
  if (key !== '' && key !== taint.key) return false;
  const taintValue = taint.value ?? '';
  // an empty operator is Equal, and not only when absent
  switch (operator as string | undefined) {
    case undefined:
    case '':
    case 'Equal':
      return value === taintValue;
    case 'Exists':
      return true;
    case 'Lt':
      return dialect.numericTolerations && comparesBelow(taintValue, value);
    case 'Gt':
      return dialect.numericTolerations && comparesBelow(value, taintValue);
    default:
      return false;
  }
}

function comparesBelow(low: string, high: string): boolean {
  const [a, b] = [plainInteger(low), plainInteger(high)];
  return a !== undefined && b !== undefined && a < b;
}

/** No plus, no leading zeros, and within 64 bits. */
function plainInteger(text: string): bigint | undefined {
  if (!/^(0|-?[1-9]\d*)$/.test(text)) return undefined;
  const value = BigInt(text);
  return BigInt.asIntN(64, value) === value ? value : undefined;
}

export function isTolerated(taint: Taint, tolerations: readonly Toleration[] | undefined, dialect: Dialect): boolean {
  return (tolerations ?? []).some((toleration) => tolerates(toleration, taint, dialect));
}

/** The first taint that keeps such a pod off the node. */
export function firstUntolerated(
  node: Node,
  tolerations: readonly Toleration[] | undefined,
  dialect: Dialect,
): Taint | undefined {
  return (node.spec?.taints ?? []).find(
    (taint) => taint.effect !== 'PreferNoSchedule' && !isTolerated(taint, tolerations, dialect),
  );
}
