import type { Command } from 'commander';

export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

/** A command as completion knows it. */
interface Words {
  readonly name: string;
  readonly summary: string;
  readonly flags: readonly string[];
}

/** A script that completes commands and flags, for a shell to read. */
export function completionScript(program: Command, shell: Shell): string {
  const commands = program.commands.map((command) => wordsOf(command));
  const name = program.name().replaceAll(' ', '-'); // kubectl-plimsoll is the file that kubectl starts
  switch (shell) {
    case 'bash':
      return bash(name, commands);
    case 'zsh':
      return zsh(name, commands);
    case 'fish':
      return fish(name, commands);
  }
}

function wordsOf(command: Command): Words {
  const flags = command.options.flatMap(({ long, short }) => [long, short].filter((flag) => typeof flag === 'string'));
  return { name: command.name(), summary: command.summary(), flags: [...flags, '--help'] };
}

function bash(program: string, commands: readonly Words[]): string {
  const name = identifier(program);
  const cases = commands.map(({ name: command, flags }) => `    ${command}) words="${flags.join(' ')}" ;;`);
  return `# source <(${program} completion bash)
_${name}() {
  local words="${commands.map((command) => command.name).join(' ')} --help --version"
  if [ "$COMP_CWORD" -gt 1 ]; then
    case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
    *) words="" ;;
    esac
  fi
  COMPREPLY=($(compgen -o default -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -F _${name} ${program}
`;
}

function zsh(program: string, commands: readonly Words[]): string {
  const name = identifier(program);
  const described = commands.map(({ name: command, summary }) => `    ${quoted(`${command}:${summary}`)}`);
  const cases = commands.map(({ name: command, flags }) => `    ${command}) compadd -- ${flags.join(' ')}; _files ;;`);
  return `#compdef ${program}
# source <(${program} completion zsh)
_${name}() {
  local -a commands
  commands=(
${described.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
  else
    case "\${words[2]}" in
${cases.join('\n')}
    esac
  fi
}
compdef _${name} ${program}
`;
}

function fish(program: string, commands: readonly Words[]): string {
  const lines = commands.flatMap(({ name, summary, flags }) => [
    `complete -c ${program} -n __fish_use_subcommand -f -a ${name} -d ${quoted(summary)}`,
    ...flags
      .filter((flag) => flag.startsWith('--'))
      .map((flag) => `complete -c ${program} -n '__fish_seen_subcommand_from ${name}' -l ${flag.slice(2)}`),
  ]);
  return `# ${program} completion fish | source\n${lines.join('\n')}\n`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function identifier(program: string): string {
  return program.replaceAll('-', '_');
}
