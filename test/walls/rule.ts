import type { Import, Module } from './modules.ts';

/** A wall walked through: where, and what one may do instead. */
export interface Violation {
  readonly rule: string;
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

/** A wall: looks at all modules, tells where one walked through it. */
export interface Rule {
  readonly name: string;
  look(modules: readonly Module[]): Violation[];
}

/** What a rule says about a place in a module. */
export interface Complaint {
  readonly line: number;
  readonly message: string;
}

/** A rule over single modules: which ones it looks at, and what it has to say about one. */
export function moduleRule(
  name: string,
  concerns: (module: Module) => boolean,
  complaints: (module: Module) => readonly Complaint[],
): Rule {
  const judge = (module: Module): Violation[] =>
    complaints(module).map(({ line, message }) => ({ rule: name, file: module.path, line, message }));
  return { name, look: (modules) => modules.filter(concerns).flatMap(judge) };
}

/** A rule over single imports: a message where one may not be. */
export function importRule(
  name: string,
  concerns: (module: Module) => boolean,
  complaint: (taken: Import, module: Module) => string | undefined,
): Rule {
  return moduleRule(name, concerns, (module) =>
    module.imports.flatMap((taken) => {
      const message = complaint(taken, module);
      return message === undefined ? [] : [{ line: taken.line, message }];
    }),
  );
}
