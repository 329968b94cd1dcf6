import { annotationKeys, LAST_UPDATED, OVERLOADED, valueText, verdictText } from './annotation-text.ts';
import { instantText } from '#load/instant.ts';
import type { LoadView, NodeRow } from '#load/load-view.ts';
import type { SignalSpec } from '#load/signals/signal.ts';

/** Why a node is written, most urgent first. */
export const causes = ['hot', 'verdict', 'removal', 'moved', 'heartbeat'] as const;
export type Cause = (typeof causes)[number];

export type Texts = Readonly<Record<string, string>>;

/** Compares what a view says with what stands on nodes. */
export interface AnnotationComparer {
  /** The most urgent reason to write a node, heartbeats aside; nothing when what stands there is near enough. */
  cause(row: NodeRow, published: Texts): Exclude<Cause, 'heartbeat'> | undefined;
  /** What should stand there: all our keys, and no other. Empty where nothing is known. */
  wanted(row: NodeRow): Texts;
}

/** A share of the step that a difference of floats may add to it. */
const JITTER = 1e-9;

export function annotationComparer(view: LoadView, prefix: string): AnnotationComparer {
  const keys = view.signals.map(({ name }) => prefix + name);
  const ours = new Set(annotationKeys(view.signals, prefix));
  const instants = new Map<number, string>();
  return { cause, wanted };

  function cause(row: NodeRow, published: Texts): Exclude<Cause, 'heartbeat'> | undefined {
    const verdict = verdictText(view.verdict(row));
    if (verdict !== published[prefix + OVERLOADED]) return verdict === 'true' ? 'hot' : 'verdict';
    if (keys.some((key, signal) => Object.hasOwn(published, key) && Number.isNaN(view.value(row, signal))))
      return 'removal';
    // what we wrote for a signal that is no longer configured
    if (Object.keys(published).some((key) => !ours.has(key))) return 'removal';
    const hasMoved = view.signals.some((spec, signal) =>
      moved(view.value(row, signal), published[keys[signal]!], spec),
    );
    return hasMoved ? 'moved' : undefined;
  }

  function wanted(row: NodeRow): Texts {
    const texts: Record<string, string> = {};
    view.signals.forEach((spec, signal) => {
      const value = view.value(row, signal);
      if (!Number.isNaN(value)) texts[keys[signal]!] = valueText(value, spec);
    });
    const verdict = verdictText(view.verdict(row));
    if (verdict !== undefined) texts[prefix + OVERLOADED] = verdict;
    const oldest = view.oldestUsed(row);
    if (!Number.isNaN(oldest)) texts[prefix + LAST_UPDATED] = textOf(oldest);
    return texts;
  }

  /** Many nodes are scraped at once. */
  function textOf(at: number): string {
    const text = instants.get(at) ?? instantText(at);
    instants.set(at, text);
    return text;
  }
}

/** Whether a value is farther from its published text than its step; a text that is no number is as far as can be. */
function moved(value: number, text: string | undefined, spec: SignalSpec): boolean {
  if (Number.isNaN(value)) return false;
  if (text === undefined) return true;
  const published = Number(text);
  if (text === '' || !Number.isFinite(published)) return true;
  const { kind, by } = spec.step;
  const step = kind === 'share' ? Math.abs(published) * by : by;
  return Math.abs(value - published) > step * (1 + JITTER) && valueText(value, spec) !== text;
}
