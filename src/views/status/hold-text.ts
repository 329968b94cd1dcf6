import type { Held } from '#api/control-switch.ts';

/** Since when, and why; what was not written down is left out. */
export function holdText({ since, reason }: Held): string {
  const parts = [
    since === undefined ? 'since an unknown time' : `since ${since}`,
    ...(reason === undefined ? [] : [reason]),
  ];
  return parts.join(': ').replace(/\.$/, '');
}
