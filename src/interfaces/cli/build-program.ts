import { Command, Help, InvalidArgumentError, Option } from 'commander';
import { errorMessage } from '../../core/errors.ts';
import type { Operation, Topic } from '../../operations/operation.ts';
import { type Flag, flagsOf, kebab } from './flags.ts';
import { GLOBAL_FLAGS, type Globals } from './global-flags.ts';

type RunOperation = (operation: Operation, input: Record<string, unknown>, globals: Globals) => Promise<void>;

/** A command that is not an operation: a server, the set-up, completion. */
export interface ExtraCommand {
  readonly name: string;
  readonly topic: Topic;
  readonly summary: string;
  readonly configure: (command: Command, globals: () => Globals) => void;
}

/** The command line: one command per operation, with flags derived from its schema. */
export function buildProgram(
  operations: readonly Operation[],
  extras: readonly ExtraCommand[],
  version: string,
  run: RunOperation,
): Command {
  const program = new Command('dossier')
    .description('Assembles the right context for a language model, inside a token budget.')
    .version(version, '-V, --version', 'Print the version')
    .helpOption('-h, --help', 'Print help')
    .helpCommand(false)
    .showHelpAfterError('See "dossier --help".')
    .configureHelp({
      showGlobalOptions: true,
      subcommandTerm: (command) => command.name(),
      // That a switch is off, and a list empty, goes without saying.
      optionDescription: (option) =>
        new Help().optionDescription(option).replace(/ ?\(default: (?:false|\[\])\)/, ''),
    })
    .enablePositionalOptions(false);
  addGlobals(program);
  commandsFirst(program);
  for (const operation of operations) addOperation(program, operation, run);
  for (const extra of extras) {
    const command = program
      .command(extra.name)
      .summary(extra.summary)
      .description(`${extra.summary}.`)
      .helpGroup(`${extra.topic}:`);
    extra.configure(command, () => program.opts<Globals>());
  }
  return program;
}

/** People read the program's help to find a command, so the global flags come last. */
function commandsFirst(program: Command): void {
  const { helpInformation } = program;
  program.helpInformation = (context) => {
    const blocks = helpInformation.call(program, context).trimEnd().split('\n\n');
    const options = blocks.findIndex((block) => block.startsWith('Options:'));
    const [flags = ''] = blocks.splice(options, 1);
    return `${[...blocks, flags].join('\n\n')}\n`;
  };
}

function addGlobals(program: Command): void {
  for (const { name, value = '', list, description } of GLOBAL_FLAGS) {
    const option = new Option(`--${name} ${value}`.trim(), description);
    if (list) option.argParser((text: string, before: readonly string[] = []) => [...before, text]);
    program.addOption(option);
  }
}

function addOperation(program: Command, operation: Operation, run: RunOperation): void {
  const words = operation.name.split(' ');
  const parent = words.slice(0, -1).reduce((at, word) => groupNamed(at, word, operation), program);
  const command = parent
    .command(words.at(-1) ?? operation.name)
    .summary(operation.summary)
    .showHelpAfterError(`See "dossier ${operation.name} --help".`);
  if (parent === program) command.helpGroup(`${operation.topic}:`);
  command.description([operation.summary + '.', operation.description ?? ''].join('\n').trim());
  const positionals = new Set<string>(operation.positionals ?? []);
  const flags = flagsOf(operation);
  for (const field of operation.positionals ?? []) {
    const flag = flags.find((candidate) => candidate.field === field);
    if (flag === undefined) continue;
    const name = argumentOf(flag, operation);
    const description = flag.description + orStdin(flag, operation);
    if (flag.kind === 'number') command.argument(name, description, (text) => parsed(flag, text, undefined));
    else command.argument(name, description);
  }
  for (const flag of flags) if (!positionals.has(flag.field)) command.addOption(optionOf(flag, operation));
  const examples = operation.examples.map((example) => `  # ${example.title}\n  ${example.command}`);
  if (examples.length > 0) command.addHelpText('after', `\nExamples:\n${examples.join('\n')}`);
  command.action(async () => {
    const input = inputOf(operation, command, flags);
    await run(operation, input, program.opts<Globals>());
  });
}

function groupNamed(parent: Command, word: string, { group = '', topic }: Operation): Command {
  return (
    parent.commands.find((command) => command.name() === word) ??
    parent.command(word).helpCommand(false).description(group).helpGroup(`${topic}:`)
  );
}

function argumentOf(flag: Flag, operation: Operation): string {
  const isText = operation.freeText === true && operation.positionals?.at(-1) === flag.field;
  const name = kebab(flag.field) + (flag.kind === 'list' || isText ? '...' : '');
  return flag.required && operation.stdin !== flag.field ? `<${name}>` : `[${name}]`;
}

function orStdin(flag: Flag, operation: Operation): string {
  return operation.stdin === flag.field ? '; default: standard input' : '';
}

function optionOf(flag: Flag, operation: Operation): Option {
  const names = flag.also === undefined ? flag.long : `${flag.also}, ${flag.long}`;
  const value = flag.kind === 'boolean' ? '' : ` <${PLACEHOLDER[flag.kind]}>`;
  const description = flag.long.startsWith('--no-')
    ? flag.description.replace(/^./, (first) => `Do not ${first.toLowerCase()}`)
    : flag.description + (flag.required ? ' (required)' : '') + orStdin(flag, operation);
  const option = new Option(names + value, description);
  if (flag.choices !== undefined && flag.kind === 'string') option.choices([...flag.choices]);
  else if (flag.kind !== 'boolean')
    option.argParser((text: string, before: unknown) => parsed(flag, text, before));
  // Display only: an absent flag stays absent, so that settings and the schema decide.
  const shown = shownDefault(flag);
  if (shown !== '') option.description = `${description} ${shown}`.trim();
  return option;
}

const PLACEHOLDER = { number: 'n', string: 'text', list: 'a,b', json: 'json', boolean: '' } as const;

function shownDefault(flag: Flag): string {
  const parts: string[] = [];
  if (flag.kind === 'list' && flag.choices !== undefined && flag.choices.length <= 8) {
    parts.push(`any of ${flag.choices.join(', ')}`);
  }
  const value = flag.defaultValue;
  const empty = value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
  if (!empty && typeof value !== 'boolean') {
    parts.push(
      `default: ${Array.isArray(value) ? value.join(',') : typeof value === 'string' ? value : JSON.stringify(value)}`,
    );
  }
  return parts.length === 0 ? '' : `(${parts.join('; ')})`;
}

function parsed(flag: Flag, text: string, before: unknown): unknown {
  switch (flag.kind) {
    case 'number': {
      const value = Number(text);
      if (text.trim() === '' || Number.isNaN(value))
        throw new InvalidArgumentError(`"${text}" is not a number.`);
      return value;
    }
    case 'list':
      return [...(Array.isArray(before) ? before : []), ...text.split(',').filter((part) => part !== '')];
    case 'json':
      try {
        return JSON.parse(text);
      } catch (error) {
        throw new InvalidArgumentError(`It is not JSON (${errorMessage(error)}).`);
      }
    default:
      return text;
  }
}

function inputOf(operation: Operation, command: Command, flags: readonly Flag[]): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  for (const [index, field] of (operation.positionals ?? []).entries()) {
    const value: unknown = command.processedArgs[index];
    const given = Array.isArray(value) ? value.length > 0 : value !== undefined;
    const isList = flags.some((flag) => flag.field === field && flag.kind === 'list');
    if (given) input[field] = Array.isArray(value) && !isList ? value.join(' ') : value;
  }
  const options = command.opts<Record<string, unknown>>();
  for (const flag of flags) {
    const value = options[flag.field];
    if (value === undefined) continue;
    // Commander sets a `--no-x` switch to `true` unless it is given.
    if (flag.kind === 'boolean' && flag.long.startsWith('--no-') && value === true) continue;
    input[flag.field] = value;
  }
  return input;
}
