import type { Draw } from './draw.ts';

/** The same cpu amount in one of the ways that people write it. */
export function cpuText(milli: number, draw: Draw): string {
  const forms = [`${milli}m`, `${milli}m`, String(milli / 1000)];
  if (milli > 0 && milli % 100 === 0) forms.push(`${milli / 100}e-1`);
  if (milli % 1000 === 0) forms.push(String(milli / 1000));
  return draw.pick(forms);
}

/** The same amount of bytes, or one that rounds up to it, in one of the ways that people write it. */
export function bytesText(bytes: number, draw: Draw): string {
  const forms = [String(bytes), `${bytes}000m`];
  if (bytes % 1024 === 0) forms.push(`${bytes / 1024}Ki`);
  if (bytes % 2 ** 20 === 0) forms.push(`${bytes / 2 ** 20}Mi`);
  // no fractions of Gi: an API server stores none, and kube-scheduler adds overhead to them again and again
  if (bytes % 2 ** 30 === 0) forms.push(`${bytes / 2 ** 30}Gi`);
  if (bytes % 1e6 === 0) forms.push(`${bytes / 1e6}M`, `${bytes / 1e6}e6`);
  return draw.pick(forms);
}
