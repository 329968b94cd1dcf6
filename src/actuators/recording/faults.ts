import { faultsOf, type FaultCatalogue, type FaultMaker } from '#base/fault.ts';

export type RecordingWriteFaultCode = 'recording/unwritable' | 'recording/not-new';

export const recordingWriteFaults: FaultCatalogue<RecordingWriteFaultCode> = {
  'recording/unwritable': {
    means: 'A recording cannot be written to: its folder is missing, or there is no right to, or no room.',
    remedy: 'check the path, the rights of this user, and the room left on the disk',
  },
  'recording/not-new': {
    means: 'A file that was to be made is there already.',
    remedy: 'give another name, or remove the file',
  },
};

/** Makes the faults of writing recordings. */
export const recordingWriteFault: FaultMaker<RecordingWriteFaultCode> = faultsOf(recordingWriteFaults);
