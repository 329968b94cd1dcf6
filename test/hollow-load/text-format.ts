/** A metric and all its samples, in Prometheus' text format. */
export function family(name: string, type: 'counter' | 'gauge', help: string, samples: readonly string[]): string {
  return samples.length === 0 ? '' : `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${samples.join('')}`;
}

/** `atMs` where an exporter tells when it measured, in milliseconds since the Unix epoch. */
export function sample(name: string, labels: string, value: number, atMs?: number): string {
  return `${name}${labels} ${printed(value)}${atMs === undefined ? '' : ` ${atMs}`}\n`;
}

/** Seconds to the microsecond, bytes whole. */
const printed = (value: number): number => Math.round(value * 1e6) / 1e6;

/** `{node="a",mode="b"}`; the values are names of Kubernetes objects and the like, which need no escape. */
export function labelled(labels: Readonly<Record<string, string>>): string {
  return `{${Object.entries(labels)
    .map(([name, value]) => `${name}="${value}"`)
    .join(',')}}`;
}
