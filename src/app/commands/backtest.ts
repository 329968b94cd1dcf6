import { Command, Option } from 'commander';
import { tellStory, type CommandStory } from '#app/command-help.ts';
import { addConfigFlags, placesFrom } from '#app/config/config-flags.ts';
import { durationFlag } from '#app/flags/duration-flag.ts';
import { namesFlag } from '#app/flags/names-flag.ts';
import type { Terminal } from '#app/terminal.ts';

function story(programName: string): CommandStory {
  return {
    description: [
      'Replay a recording under policies, side by side, and say what each would have left undone and what it would have',
      'cost; and hold the forecast of its last day, made from the days before, against what came.',
      '',
      'Pods come and go as they did and use what they used; where those go that come later, and every move, is decided',
      'anew. What a policy would have done is told by the model of docs/replay.md: CPU and room by requests, a step of',
      'five minutes, moves in force from the next step on. Nodes with the same taints are a pool, of whatever sizes, and',
      'pods stay in theirs. Daemons, static pods, and pods that nobody would make again are moved by no policy.',
      '',
      'Policies: none, lnu-instant, lnu, lnu-biggest, lnu-requests, low-node-load, thr-mmt, mad-mmt, lr-mmt, tail-risk,',
      'plimsoll.',
    ].join('\n'),
    examples: [
      { what: 'What policies would have been worth', line: `${programName} backtest shop.ndjson.gz` },
      {
        what: 'On all but the first day, which may be learnt from',
        line: `${programName} backtest shop.ndjson.gz --learn 24h`,
      },
      { what: 'As a page with charts', line: `${programName} backtest shop.ndjson.gz -o html > shop.html` },
    ],
  };
}

interface BacktestFlags {
  readonly policy: readonly string[];
  readonly learn: number;
  readonly output: 'table' | 'wide' | 'json' | 'html';
}

const usual = ['none', 'lnu', 'low-node-load', 'thr-mmt', 'mad-mmt', 'lr-mmt', 'tail-risk', 'plimsoll'];

/** `plimsoll backtest`: policies side by side on recorded history. */
export function backtestCommand(terminal: Terminal): Command {
  const command = tellStory(new Command('backtest'), story(terminal.programName))
    .summary('Compare policies on recorded history')
    .helpGroup('Simulation Commands:')
    .argument('<RECORDING>', 'A file that `plimsoll record` wrote.')
    .addOption(
      new Option('--policy <NAME,...>', 'Policies to compare.').argParser(namesFlag).default(usual, usual.join(',')),
    )
    .addOption(
      new Option('--learn <DURATION>', 'So much of the beginning is learnt from and not counted.')
        .argParser(durationFlag)
        .default(0, 'none'),
    )
    .addOption(
      new Option('-o, --output <table|wide|json|html>', 'How the answer is printed.')
        .choices(['table', 'wide', 'json', 'html'])
        .default('table'),
    );
  return addConfigFlags(command).action(async (file: string, flags: BacktestFlags, self: Command) => {
    const places = placesFrom(self, terminal.env);
    const { policy: policies, learn: learnMs, output } = flags;
    const { backtestFile } = await import('#app/backtest/backtest-file.ts');
    await backtestFile({ places, file, policies, learnMs, output }, terminal);
  });
}
