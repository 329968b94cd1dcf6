/** Which world is wanted: everything else follows from its seed. */
export interface WorldWish {
  readonly seed: number;
  /** `small`: a few nodes for a few hours. */
  readonly size: 'small' | 'any';
  /** Cut to so many hours; else as long as the seed says. */
  readonly hours?: number | undefined;
  /** Places, in the order of the seed's deeds, of those that happen; else all. */
  readonly deeds?: readonly number[] | undefined;
  /** Without API faults, lags, losses and skews. */
  readonly isCalm?: boolean;
}

/** The command that runs this very world again. */
export function commandOf({ seed, size, hours, deeds, isCalm }: WorldWish): string {
  const more = [
    ...(size === 'small' ? ['--small'] : []),
    ...(hours === undefined ? [] : [`--hours ${hours}`]),
    ...(deeds === undefined ? [] : [`--deeds ${deeds.length === 0 ? 'none' : deeds.join(',')}`]),
    ...(isCalm === true ? ['--calm'] : []),
  ];
  return ['npm run bench -- worlds', `--seed ${seed}`, ...more].join(' ');
}
