import { cliFault } from '#app/faults.ts';

/** An object by its name; without a namespace it is that of the context. */
export interface NamespacedName {
  readonly namespace: string | undefined;
  readonly name: string;
}

/** `NAME`, or `NAMESPACE/NAME`. `doing` says what for, as in `explaining pod`. */
export function namespacedName(word: string, flag: string | undefined, doing: string): NamespacedName {
  const parts = word.split('/');
  if (parts.length === 1) return { namespace: flag, name: word };
  const [namespace = '', name = ''] = parts;
  if (parts.length > 2 || namespace === '' || name === '') {
    throw cliFault('cli/usage', `${doing} ${word}: it is named NAME or NAMESPACE/NAME`);
  }
  if (flag !== undefined && flag !== namespace) {
    throw cliFault('cli/usage', `${doing} ${word}: --namespace says ${flag}`);
  }
  return { namespace, name };
}
