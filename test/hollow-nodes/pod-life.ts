/** How a pod fares on its stand-in node. Times in milliseconds; `Infinity` means never. */
export type PodLife =
  /** Becomes Running, then Ready; `readyAfterMs: Infinity` is a readiness probe that keeps failing. */
  | { readonly kind: 'runs'; readonly startsAfterMs: number; readonly readyAfterMs: number }
  /** Runs for a while and ends with `exitCode`: Succeeded on 0, Failed otherwise. */
  | { readonly kind: 'ends'; readonly startsAfterMs: number; readonly runsForMs: number; readonly exitCode: number }
  /** Runs for a while, fails, waits in CrashLoopBackOff, runs again, and so on. */
  | { readonly kind: 'crash-loops'; readonly runsForMs: number; readonly waitsForMs: number }
  /** Stays in ContainerCreating. */
  | { readonly kind: 'never-starts' };

export interface PodBehaviour {
  readonly life: PodLife;
  /** From the deletion to the final delete that a kubelet sends once the containers are gone. */
  readonly terminatesAfterMs: number;
}

/** Ready at once, gone at once: for tests that are about something else. */
export const prompt: PodBehaviour = {
  life: { kind: 'runs', startsAfterMs: 0, readyAfterMs: 0 },
  terminatesAfterMs: 0,
};

/** What the kubelet has last told about a pod. */
export type Stage = 'bound' | 'running' | 'ready' | 'crashed' | 'succeeded' | 'failed';

/** Where a pod stands: its stage, since when, and when its deletion was first seen. */
export interface Standing {
  readonly stage: Stage;
  readonly since: number;
  readonly restarts: number;
  readonly terminatingSince?: number;
}

/** What to do now, or when to look again; `rest` means that only a change of the pod can matter. */
export type Step =
  | { readonly kind: 'become'; readonly standing: Standing }
  | { readonly kind: 'delete' }
  | { readonly kind: 'wait'; readonly untilMs: number }
  | { readonly kind: 'rest' };

/**
 * The next step of a pod's life. Level-triggered: it follows from where the pod stands and the time alone, so a node
 * that was silent goes on from where it was.
 *
 *   bound ──▶ running ──▶ ready            running ──▶ succeeded | failed
 *               ▲  └────▶ crashed ──┐
 *               └────────────────────┘     any, once terminating ──▶ deleted
 */
export function nextStep({ life, terminatesAfterMs }: PodBehaviour, standing: Standing, now: number): Step {
  const after = (at: number, step: Step): Step => {
    if (at === Infinity) return { kind: 'rest' };
    return now >= at ? step : { kind: 'wait', untilMs: at };
  };
  const become = (stage: Stage, restarts = standing.restarts): Step => ({
    kind: 'become',
    standing: { stage, since: now, restarts },
  });
  if (standing.terminatingSince !== undefined) {
    return after(standing.terminatingSince + terminatesAfterMs, { kind: 'delete' });
  }
  const { stage, since, restarts } = standing;
  switch (life.kind) {
    case 'never-starts':
      return { kind: 'rest' };
    case 'runs':
      if (stage === 'bound') return after(since + life.startsAfterMs, become('running'));
      return stage === 'running' ? after(since + life.readyAfterMs, become('ready')) : { kind: 'rest' };
    case 'ends':
      if (stage === 'bound') return after(since + life.startsAfterMs, become('ready'));
      if (stage !== 'ready') return { kind: 'rest' };
      return after(since + life.runsForMs, become(life.exitCode === 0 ? 'succeeded' : 'failed'));
    case 'crash-loops':
      if (stage === 'bound') return become('running');
      if (stage === 'crashed') return after(since + life.waitsForMs, become('running'));
      return after(since + life.runsForMs, become('crashed', restarts + 1));
  }
}
