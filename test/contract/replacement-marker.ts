import { expect } from 'vitest';
import { ourMarks } from '#decisions/rescheduling/migration/surge/our-marks.ts';
import type { PodKey } from '#decisions/rescheduling/migration/verb.ts';
import type { ReplacementMarker } from '#ports/replacement-marker.ts';

type StringMap = Readonly<Record<string, string>>;

/** A cluster with a pod that has the labels of a clone, and what can be seen of it. */
export interface ReplacementMarkerUnderTest {
  readonly marker: ReplacementMarker;
  /** With this label beside those of its workload. */
  readonly clone: (label: StringMap) => Promise<PodKey>;
  readonly marksOn: (
    pod: PodKey,
  ) => Promise<{ readonly labels?: StringMap | undefined; readonly annotations?: StringMap | undefined }>;
}

const marks = { originalNode: 'n1', attempt: 2 };

/** What every marker of replacements promises. */
export const replacementMarkerContract: Readonly<
  Record<string, (subject: ReplacementMarkerUnderTest) => Promise<void>>
> = {
  'a replacement tells where it comes from, and that it was a clone is over': async ({ marker, clone, marksOn }) => {
    const pod = await clone({ [ourMarks.clone]: 'm' });
    for (let time = 0; time < 2; time++) expect(await marker.mark(pod, marks)).toEqual({ kind: 'done' });
    const { labels, annotations } = await marksOn(pod);
    expect(annotations).toMatchObject({ 'reschedule.original-node': 'n1', 'reschedule.attempt': '2' });
    expect(labels).toMatchObject({ app: 'web' });
    expect(Object.keys(labels!)).not.toContain(ourMarks.clone);
  },

  'another pod of that name is left alone': async ({ marker, clone, marksOn }) => {
    const pod = await clone({ [ourMarks.clone]: 'm' });
    expect(await marker.mark({ ...pod, uid: 'another' }, marks)).toEqual({ kind: 'moot', why: 'gone' });
    expect((await marksOn(pod)).labels).toMatchObject({ [ourMarks.clone]: 'm' });
  },
};
