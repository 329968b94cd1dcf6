import type { Sources } from './sources.ts';

/** A house in order: everything here looks like something forbidden, and is not. */
export const cleanHouse: Sources = {
  'src/base/heap.ts': `export class Heap {\n  process = 1;\n  fetch() { return this.process; }\n}\n`,
  'src/base/heap.test.ts': `import { test } from 'vitest';\nimport { aNode } from '#test/support/a-node.ts';\nawait test('x', async () => Date.now());\n`,
  'src/api/rule.ts': `import { z } from 'zod';\nimport type { Heap } from '#base/heap.ts';\nexport const rule = z.object({ from: (heap: Heap) => heap });\n`,
  'src/cluster/store.ts': `import { Heap } from '#base/heap.ts';\nexport const heap = new Heap();\nexport interface Times { performance: number; process(): void }\n`,
  'src/load/pressure.ts': `import { heap } from '#cluster/store.ts';\nexport const at = (now: number, window: number[]) => [window.length, window, new Date(now), new Date(0), Date.parse('2026'), Math.max(now, 1), heap.process];\n`,
  'src/decisions/scheduling/place-pod.ts': `import { coolEnough } from '#decisions/scheduling/plugins/cool-enough.ts';\nexport const placePod = coolEnough;\n`,
  'src/decisions/scheduling/plugins/cool-enough.ts': `import { limit } from './cool-enough/limit.ts';\nexport const coolEnough = limit;\n`,
  'src/decisions/scheduling/plugins/cool-enough/limit.ts': `export { rule } from '#api/rule.ts';\nexport const limit = { data: 1, info: 2 };\n`,
  'src/decisions/rescheduling/plan.ts': `import { placePod } from '../scheduling/place-pod.ts';\nexport const plan = placePod;\n`,
  'src/views/data-plane.ts': `import type { Times } from '#cluster/store.ts';\nexport type View = Times;\n`,
  'src/ports/clock.ts': `import type { View } from '#decisions/rescheduling/plan.ts';\nimport { type Journal } from './journal.ts';\nexport interface Clock { sleep(view: View): Promise<Journal> }\n`,
  'src/ports/journal.ts': `export interface Journal { readonly at: number }\n`,
  'src/controllers/loop.ts': `import type { Clock } from '#ports/clock.ts';\nexport async function loop(clock: Clock) { await clock.sleep; setTimeout(() => {}, 1); }\n`,
  'src/kube/client.ts': `import { request } from 'undici';\nimport { pid } from 'node:process';\nexport const client = [request, pid, process.pid, process.platform, process.memoryUsage()];\n`,
  'src/sources/recording/read.ts': `import { parse } from './parse.ts';\nimport '#kube/client.ts';\nexport const read = parse;\n`,
  'src/sources/recording/parse.ts': `export const parse = new URL('./sample.json', import.meta.url);\n`,
  'src/actuators/node-marks.ts': `import { at } from '#load/pressure.ts';\nexport const marks = at;\n`,
  'src/servers/probes.ts': `import '#views/data-plane.ts';\nexport const probes = { env: 1, argv: 2 };\n`,
  'src/simulation/run.ts': `import { loop } from '#controllers/loop.ts';\nexport const run = loop;\n`,
  'src/app/config.ts': `import { env } from 'node:process';\nimport { z } from 'zod';\nexport const config = [env, process.argv, z];\n`,
  'src/app/cli.ts': `import version from '../../package.json' with { type: 'json' };\nimport { config } from './config.ts';\nconsole.log(config, version, await import('./commands/serve.ts'));\n`,
  'src/app/commands/serve.ts': `import '#kube/client.ts';\nimport { config } from '../config.ts';\nexport const serve = config;\n`,
  'dashboard/src/main.tsx': `import type { View } from '../../src/views/data-plane.ts';\nimport { heat } from './heat.ts';\nexport const main = (view: View) => <p>{heat(view, process.env)}</p>;\n`,
  'dashboard/src/heat.ts': `import 'react';\nexport const heat = Date.now;\n`,
};
