import { engineJudge } from './engine-judge.ts';
import type { Judge } from './judgement.ts';
import { naiveJudge } from './naive/naive-judge.ts';

/** The engines of ours that are held against kube-scheduler's code, by the name to ask for. */
export const subjects: Readonly<Record<string, Judge>> = { engine: engineJudge, naive: naiveJudge };
