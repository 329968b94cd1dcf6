import type { Fault } from '#base/fault.ts';
import type { LoadSource, PassedOver } from '#ports/load-source.ts';

/** Something to be read, and the sources it may come from, in the order in which they are asked. */
export interface Wanted {
  readonly of: string;
  readonly candidates: readonly [LoadSource, ...LoadSource[]];
}

/** What a source gave. Where it will not do, the next is asked, if there is one. */
export type Given<Answer> =
  | { readonly kind: 'good'; readonly answer: Answer }
  | { readonly kind: 'wanting'; readonly answer: Answer; readonly fault?: Fault };

/** The answer taken: a good one, or else that of the last source. */
export interface Taken<Answer> {
  readonly answer: Answer;
  readonly from: LoadSource;
  /** Those that were asked before, as far as they said what is wrong. */
  readonly passedOver: readonly PassedOver[];
}

/** Asks one source for all that it is next to answer; the answers by what they are of. */
export type AskOne<Answer> = (source: LoadSource, of: readonly string[]) => Promise<(of: string) => Given<Answer>>;

interface Course extends Wanted {
  readonly passedOver: readonly PassedOver[];
}

/** Asks sources in rounds, each source once a round and all at once, until everything wanted has its answer. */
export async function inTurn<Answer>(
  wanted: readonly Wanted[],
  ask: AskOne<Answer>,
): Promise<ReadonlyMap<string, Taken<Answer>>> {
  const taken = new Map<string, Taken<Answer>>();
  let courses: readonly Course[] = wanted.map((one) => ({ ...one, passedOver: [] }));
  while (courses.length > 0) {
    const bySource = Map.groupBy(courses, ({ candidates: [source] }) => source);
    const rounds = await Promise.all([...bySource].map(([source, due]) => round(source, due)));
    courses = rounds.flat();
  }
  return taken;

  /** What has to be asked of others. */
  async function round(source: LoadSource, due: readonly Course[]): Promise<readonly Course[]> {
    const given = await ask(
      source,
      due.map(({ of }) => of),
    );
    return due.flatMap((course) => {
      const answer = given(course.of);
      const next = answer.kind === 'good' ? undefined : afterwards(course, answer.fault);
      if (next !== undefined) return [next];
      taken.set(course.of, { answer: answer.answer, from: source, passedOver: course.passedOver });
      return [];
    });
  }
}

function afterwards(
  { of, candidates: [last, next, ...others], passedOver }: Course,
  fault?: Fault,
): Course | undefined {
  if (next === undefined) return undefined;
  const { name: source } = last;
  const told = fault === undefined || source === 'mixed' ? [] : [{ source, fault }];
  return { of, candidates: [next, ...others], passedOver: [...passedOver, ...told] };
}
