import { RecordingWriter } from '#actuators/recording/recording-writer.ts';
import type { Config } from '#app/config/schema.ts';
import { version as programVersion } from '#app/version.ts';
import type { ServerVersion } from '#kube/client/server-version.ts';
import type { HeardLook, SessionLine } from '#ports/recording.ts';

/** A recording of one look: what a plan rests on. */
export async function recordSight(
  file: string,
  version: ServerVersion,
  heard: HeardLook,
  { annotations: { prefix } }: Config,
): Promise<void> {
  await new RecordingWriter(file, sessionOf(heard, version), { prefix }).write(heard);
}

/** The header of what is recorded from this look on. */
export function sessionOf({ begunAt, objects: { Namespace } }: HeardLook, version: ServerVersion): SessionLine {
  const namespaces = Namespace.kind === 'listed' ? Namespace.items : [];
  const uid = namespaces.find(({ metadata }) => metadata.name === 'kube-system')?.metadata.uid;
  const program = `plimsoll ${programVersion}`;
  return { kind: 'plimsoll-recording', version: 1, at: begunAt, program, cluster: { uid, version } };
}
