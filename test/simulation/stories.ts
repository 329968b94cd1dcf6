import type { Stage, StagePod } from './stage.ts';

/** What is done on a stage, and what must be told of it on every one. */
export interface Story {
  readonly name: string;
  readonly act: (stage: Stage, tell: (line: string) => void) => Promise<void>;
  readonly told: Told;
}

export interface Told {
  /** What was answered and found. */
  readonly answers: readonly string[];
  /** What was seen of pods, in order. */
  readonly seen: readonly string[];
}

const ready =
  (count: number) =>
  (pods: readonly StagePod[]): boolean =>
    pods.length === count && pods.every(({ isReady, isEnding }) => isReady && !isEnding);

export const stories: readonly Story[] = [
  {
    name: 'a budget refuses, and a wrong uid spends it all the same',
    act: async (stage, tell) => {
      await stage.deploy({ replicas: 3, cpu: '100m', nodes: 3 });
      await stage.budget(3);
      const [first, second] = await stage.pods();
      tell(`evicting A: ${await stage.evict(first!)}`);
      await stage.budget(2);
      tell(`evicting A under another uid: ${await stage.evict(first!, '00000000-0000-0000-0000-000000000000')}`);
      tell(`evicting B, the budget being spent: ${await stage.evict(second!)}`);
    },
    told: {
      answers: [
        'evicting A: 429 DisruptionBudget',
        'evicting A under another uid: 409',
        'evicting B, the budget being spent: 429 DisruptionBudget',
      ],
      seen: [],
    },
  },
  {
    name: 'an evicted pod is replaced at once, and the budget opens again once the replacement is ready',
    act: async (stage, tell) => {
      await stage.deploy({ replicas: 3, cpu: '100m', nodes: 3 });
      await stage.budget(2);
      const [first, second] = await stage.pods();
      tell(`evicting A: ${await stage.evict(first!, first!.uid)}`);
      tell(`evicting B: ${await stage.evict(second!)}`);
      await stage.until('three ready', ready(3));
      tell(`evicting B: ${await stage.evict(second!)}`);
      await stage.until('three ready', ready(3));
    },
    told: {
      answers: ['evicting A: 201', 'evicting B: 429 DisruptionBudget', 'evicting B: 201'],
      seen: [
        'A is ending',
        'D is created',
        'D is placed',
        'D is ready',
        'A is gone',
        'B is ending',
        'E is created',
        'E is placed',
        'E is ready',
        'B is gone',
      ],
    },
  },
  {
    name: 'a pod that still ends takes its room: the replacement waits for it',
    act: async (stage, tell) => {
      await stage.deploy({ replicas: 2, cpu: '1800m', nodes: 1 });
      const [first] = await stage.pods();
      tell(`evicting A: ${await stage.evict(first!)}`);
      await stage.until('two ready', ready(2));
    },
    told: {
      answers: ['evicting A: 201'],
      seen: ['A is ending', 'C is created', 'A is gone', 'C is placed', 'C is ready'],
    },
  },
  {
    name: 'a node that is drained keeps nothing and gets nothing',
    act: async (stage, tell) => {
      await stage.deploy({ replicas: 2, cpu: '100m', nodes: 2 });
      const [first] = await stage.pods();
      await stage.cordon(first!.node);
      tell(`evicting A: ${await stage.evict(first!)}`);
      const pods = await stage.until('two ready', ready(2));
      const newest = pods.at(-1)!;
      tell(newest.node === first!.node ? 'the replacement is on the drained node' : 'the replacement is elsewhere');
    },
    told: {
      answers: ['evicting A: 201', 'the replacement is elsewhere'],
      seen: ['A is ending', 'C is created', 'C is placed', 'C is ready', 'A is gone'],
    },
  },
  {
    name: 'a ready copy is adopted and the cheapest pod goes, through a budget that allows no disruption',
    act: async (stage, tell) => {
      await stage.deploy({ replicas: 3, cpu: '100m', nodes: 3 });
      await stage.budget(3);
      const [first] = await stage.pods();
      await stage.makeCheapest(first!);
      await stage.copy(first!, 'web-copy');
      await stage.until('a ready copy', (pods) => pods.some(({ name, isReady }) => name === 'web-copy' && isReady));
      await stage.offer('web-copy');
      const pods = await stage.until('three ready', ready(3));
      const copy = pods.find(({ name }) => name === 'web-copy');
      tell(
        copy?.isOwned === true && copy.node !== first!.node
          ? 'the copy is owned, elsewhere'
          : 'the copy is not as meant',
      );
    },
    told: {
      answers: ['the copy is owned, elsewhere'],
      seen: ['D is created', 'D is placed', 'D is ready', 'D is adopted', 'A is ending', 'A is gone'],
    },
  },
];

/** Plays a story and gives what was told: pods by letters, in the order of their making. */
export async function play({ act }: Story, stage: Stage): Promise<Told> {
  const answers: string[] = [];
  const seen: string[] = [];
  const letters = new Map<string, string>();
  let isSet = false;
  const letterOf = ({ uid }: StagePod): string => {
    const known = letters.get(uid) ?? String.fromCharCode(65 + letters.size);
    letters.set(uid, known);
    return known;
  };
  stage.onChange((before, after) => {
    if (isSet) seen.push(...changes(before, after).map((change) => `${letterOf((after ?? before)!)} is ${change}`));
  });
  const deploy: Stage['deploy'] = async (web) => {
    await stage.deploy(web);
    await stage.settle();
    for (const pod of await stage.pods()) letterOf(pod);
    isSet = true;
  };
  await act({ ...stage, deploy }, (line) => answers.push(line));
  await stage.settle();
  return { answers, seen };
}

function changes(before: StagePod | undefined, after: StagePod | undefined): string[] {
  if (after === undefined) return ['gone'];
  return [
    ...(before === undefined ? ['created'] : []),
    ...(after.isOwned && before?.isOwned === false ? ['adopted'] : []),
    ...((before?.node ?? '') === '' && after.node !== '' ? ['placed'] : []),
    ...(after.isReady && before?.isReady !== true ? ['ready'] : []),
    ...(after.isEnding && before?.isEnding !== true ? ['ending'] : []),
  ];
}
