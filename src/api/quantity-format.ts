const binaryUnits = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'] as const;

/** Cores as a quantity, in the shortest form that is exact: 1800 thousandths are "1.8". */
export function formatCores(cpuMilli: number): string {
  return String(cpuMilli / 1000);
}

/** Whole bytes as a quantity, in the largest binary unit that is exact: "6Gi", "1536Mi". */
export function formatBytes(bytes: number): string {
  let amount = bytes;
  let unit = 0;
  while (amount !== 0 && amount % 1024 === 0 && unit < binaryUnits.length - 1) {
    amount /= 1024;
    unit += 1;
  }
  return `${amount}${binaryUnits[unit]}`;
}
