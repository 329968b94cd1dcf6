/** A moment (milliseconds since the Unix epoch) as Kubernetes writes a MicroTime. */
export function microTime(ms: number): string {
  return new Date(ms).toISOString().replace('Z', '000Z');
}
