import type { World } from '../world.ts';
import { emptyDraft, type Family, worldOf } from './draft.ts';
import { type Draw, drawFrom } from './draw.ts';
import { families } from './families.ts';
import { addPlainWorld, type Size } from './plain-world.ts';

/** What one random world is made from; the same recipe makes the same world. */
export interface Recipe {
  readonly seed: string;
  readonly index: number;
  /** 0 to 1, see {@link Draft.pressure}. */
  readonly pressure: number;
  /** Names of the families that it may have; absent: a mask is drawn. */
  readonly only?: readonly string[];
  readonly sizeClass?: SizeClass;
}

export type SizeClass = 'micro' | 'small' | 'medium' | 'large';

const sizes: Readonly<Record<SizeClass, (draw: Draw) => Size>> = {
  micro: (draw) => ({
    nodes: draw.chance(0.1) ? draw.whole(0, 1) : draw.whole(2, 6),
    pods: draw.whole(0, 12),
    probes: 8,
  }),
  small: (draw) => ({ nodes: draw.whole(5, 30), pods: draw.whole(10, 150), probes: 8 }),
  medium: (draw) => ({ nodes: draw.whole(50, 120), pods: draw.whole(100, 500), probes: 8 }),
  large: (draw) => ({ nodes: draw.whole(300, 1000), pods: draw.whole(500, 2000), probes: 4 }),
};

function drawSizeClass(draw: Draw): SizeClass {
  const at = draw.ratio();
  if (at < 0.6) return 'micro';
  if (at < 0.9) return 'small';
  return at < 0.99 ? 'medium' : 'large';
}

/**
 * A few features at a time: with all of them on, some feature turns every pod away and hides the others. One to three
 * families are likely, each other one appears now and then.
 */
function drawMask(draw: Draw): Family[] {
  const drawn = families.filter(({ byNameOnly }) => byNameOnly !== true);
  const favoured = new Set(draw.shuffled(drawn).slice(0, draw.whole(1, 3)));
  return completed(
    drawn.filter((family) => draw.chance(favoured.has(family) ? 0.95 : 0.04)),
    draw,
  );
}

function completed(mask: readonly Family[], draw: Draw): Family[] {
  const names = new Set(mask.map(({ name }) => name));
  for (const { with: needed } of mask) {
    if (needed !== undefined && !needed.some((name) => names.has(name))) names.add(draw.pick(needed));
  }
  return families.filter(({ name }) => names.has(name));
}

/** A world that is random in everything but its recipe. Its id says the recipe. */
export function generateWorld(recipe: Recipe): World {
  const { seed, index, pressure, only } = recipe;
  const draw = drawFrom(`${seed}/${index}`);
  const sizeClass = recipe.sizeClass ?? drawSizeClass(draw);
  const mask =
    only === undefined
      ? drawMask(draw)
      : completed(
          families.filter(({ name }) => only.includes(name)),
          draw,
        );
  const draft = emptyDraft(pressure);
  addPlainWorld(draft, sizes[sizeClass](draw), draw);
  for (const family of mask) family.add(draft, draw);
  const features = mask.map(({ name }) => name).join('+') || 'plain';
  return worldOf(`${seed}/${index}/${pressure.toFixed(2)}/${sizeClass}/${features}`, draft);
}
