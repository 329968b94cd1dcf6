import { buildArguments, builtPrograms, type GoModule } from '../../../test/support/go-module.ts';

const descheduler: GoModule<'descheduler'> = {
  name: 'descheduler',
  folder: import.meta.dirname,
  sources: ['main.go'],
  title: 'building descheduler (once; up to 10 minutes on 2 busy cores with nothing cached)',
  programs: ['descheduler'],
  recipe: [{ to: 'descheduler', args: [...buildArguments, '-ldflags=-s -w'], packages: ['.'] }],
};

/** Path of a real descheduler, built once; undefined where it is not built yet and there is no Go. */
export async function deschedulerProgram(): Promise<string | undefined> {
  return (await builtPrograms(descheduler))?.descheduler;
}
