import { InvalidArgumentError, Option } from 'commander';
import { isRole, type Role, roles } from '#app/live/roles.ts';

/** The flag `--role`: several roles at once, or one after the other. */
export function rolesFlag(what: string): Option {
  return new Option('--role <ROLE,...>', `${what}: ${roles.join(', ')}.`).argParser(rolesIn);
}

function rolesIn(text: string, before: readonly Role[] = []): readonly Role[] {
  const words = text.split(',').map((word) => word.trim());
  const unknown = words.filter((word) => !isRole(word));
  if (unknown.length > 0) {
    throw new InvalidArgumentError(`There is no role ${unknown.join(', ')}: the roles are ${roles.join(', ')}.`);
  }
  return [...before, ...words.filter(isRole)];
}
