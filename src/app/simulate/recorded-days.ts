/** Recorded days that can be run, by the names that the replay benchmark gives them. */
export const recordedDays = ['PL-8-44', 'PL-8-39', 'PL-16-22-FF'] as const;

export type RecordedDay = (typeof recordedDays)[number];
