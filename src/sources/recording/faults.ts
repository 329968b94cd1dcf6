import { faultsOf, type FaultCatalogue, type FaultMaker } from '#base/fault.ts';

export type RecordingFaultCode =
  | 'recording/unreadable'
  | 'recording/damaged'
  | 'recording/not-a-recording'
  | 'recording/another-version'
  | 'recording/bad-line'
  | 'recording/empty'
  | 'recording/not-recorded'
  | 'recording/other-cluster';

export const recordingFaults: FaultCatalogue<RecordingFaultCode> = {
  'recording/unreadable': {
    means: 'A recording is missing, may not be read, or is larger than is read at once.',
    remedy: 'check the path; `plimsoll record FILE` makes a recording',
  },
  'recording/damaged': {
    means: 'What is packed in a recording is not what was packed.',
    remedy: 'use another copy of the file; everything before the damage is in what `gzip -dc FILE` still prints',
  },
  'recording/not-a-recording': {
    means: 'A file does not begin as recordings do.',
    remedy: 'give a file that `plimsoll record` wrote; docs/recording.md says what stands in it',
  },
  'recording/another-version': {
    means: 'A recording was written in a version of the format that this release does not read.',
    remedy: 'read it with the release that wrote it, or a newer one; `gzip -dc FILE | head -1` names it',
  },
  'recording/bad-line': {
    means: 'A line of a recording is not what docs/recording.md says.',
    remedy: 'correct the line named, as `gzip -dc FILE | sed -n LINEp` prints it, or use another copy of the file',
  },
  'recording/empty': {
    means: 'A recording has no look in it that was written whole.',
    remedy: 'record for longer: `plimsoll record FILE --for 1h`; to record there anew, remove the file first',
  },
  'recording/not-recorded': {
    means: 'Something is wanted of a recording that nobody asked for when it was made.',
    remedy: 'record anew with the configuration that is wanted now',
  },
  'recording/other-cluster': {
    means: 'A recording that was to be gone on with is of another cluster.',
    remedy: 'give another file, or choose the cluster by --context',
  },
};

/** Makes the faults of reading recordings. */
export const recordingFault: FaultMaker<RecordingFaultCode> = faultsOf(recordingFaults);
