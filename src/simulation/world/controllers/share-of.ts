/** An amount of pods that may be a percent of all: "25%" of 10 is 2.5, rounded as said. */
export function shareOf(amount: number | string, all: number, round: 'up' | 'down'): number {
  if (typeof amount === 'number') return amount;
  const exact = (Number.parseInt(amount, 10) * all) / 100;
  return round === 'up' ? Math.ceil(exact) : Math.floor(exact);
}
