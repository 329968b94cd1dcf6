import { annotationKeys } from '#load/annotations/annotation-text.ts';
import { annotationsDefaults } from '#load/annotation-options.ts';
import { builtInSignals } from '#load/signals/built-in-signals.ts';
import { loadDefaults } from '#load/options.ts';
import { minutes, type Scene } from '../scene.ts';

/** Each node is marked once a minute, and an API server that fails fails nobody for so long. */
const LONGEST_SILENCE_MS = 15 * 60_000;

const keys = annotationKeys(builtInSignals(loadDefaults, annotationsDefaults), annotationsDefaults.prefix);

/**
 * Whatever was cut off, blinded or deposed: at the end, long after all that, we are at work. Who sleeps breaks no promise. Where
 * no node is left there is none to be marked.
 */
export function staysAwake(scene: Scene): () => void {
  const { world } = scene;
  let markedAt = scene.now;
  world.core.store.listen(({ kind, before, after }) => {
    if (kind !== 'Node' || before === undefined || after === undefined) return;
    const [was, is] = [before.metadata.annotations, after.metadata.annotations];
    if (keys.some((key) => was?.[key] !== is?.[key])) markedAt = scene.now;
  });
  return () => {
    const [node] = world.core.store.list('Node');
    if (node === undefined) return;
    const silence = scene.now - markedAt;
    if (silence > LONGEST_SILENCE_MS) scene.tell('stays awake', `no node was marked for the last ${minutes(silence)}`);
  };
}
