import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Sample } from './sample-project.ts';
import type { Turn } from './scripted-model.ts';

/** How an agent is run on a sample project with the scripted model. */
export interface RealAgent {
  /** As `dossier init --agents` takes it. */
  readonly name: string;
  readonly package: string;
  readonly program: string;
  /** Its tool that runs a command, and the field of the command. */
  readonly shell: string;
  readonly commandField?: string;
  /** How its model calls one of our tools. */
  readonly call: (tool: string, input: Readonly<Record<string, unknown>>) => readonly Turn[];
  readonly prepare: (sample: Sample, url: string) => void;
  readonly args: (said: string) => readonly string[];
  /** Lines of standard input, each when the one before is answered. */
  readonly lines?: (said: readonly string[]) => readonly string[];
  readonly env: (url: string) => Readonly<Record<string, string>>;
}

const callOffered: RealAgent['call'] = (tool, input) => [{ tool: new RegExp(`dossier.*${tool}$`), input }];

const trusted = (sample: Sample) => ({ [sample.root]: 'TRUST_FOLDER' });

export const REAL_AGENTS: readonly RealAgent[] = [
  {
    name: 'claude',
    package: '@anthropic-ai/claude-code',
    program: 'claude',
    shell: 'Bash',
    // Its model is shown the names of most tools, and asks for the rest of them.
    call: (tool, input) => [
      ...(tool === 'context_query'
        ? []
        : [{ tool: 'ToolSearch', input: { query: `select:mcp__dossier__${tool}`, max_results: 5 } }]),
      { tool: `mcp__dossier__${tool}`, input },
    ],
    prepare: () => undefined,
    args: () => [
      '-p',
      '--input-format=stream-json',
      '--output-format=stream-json',
      '--verbose',
      '--allowedTools=Bash,Read,mcp__dossier,mcp__plugin_dossier_dossier',
    ],
    lines: (said) =>
      said.map((content) => JSON.stringify({ type: 'user', message: { role: 'user', content } })),
    env: (url) => ({
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: 'none',
      DISABLE_AUTOUPDATER: '1',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    }),
  },
  {
    name: 'codex',
    package: '@openai/codex',
    program: 'codex',
    shell: 'exec_command',
    commandField: 'cmd',
    call: callOffered,
    prepare: (sample, url) =>
      sample.inHome(
        '.codex/config.toml',
        `model = "local"
model_provider = "local"
model_auto_compact_token_limit = 50000
[analytics]
enabled = false
[model_providers.local]
name = "local"
base_url = "${url}/v1"
wire_api = "responses"
[projects."${sample.root}"]
trust_level = "trusted"
`,
      ),
    args: (said) => [
      'exec',
      '--json',
      '--dangerously-bypass-approvals-and-sandbox',
      // Codex runs hooks only after they were looked at in its terminal (/hooks).
      '--dangerously-bypass-hook-trust',
      said,
    ],
    env: () => ({}),
  },
  {
    name: 'gemini',
    package: '@google/gemini-cli',
    program: 'gemini',
    shell: 'run_shell_command',
    call: callOffered,
    prepare: (sample) => {
      sample.inHome('.gemini/settings.json', {
        security: { auth: { selectedType: 'gemini-api-key' } },
        privacy: { usageStatisticsEnabled: false },
        general: { disableAutoUpdate: true },
      });
      sample.inHome('.gemini/trustedFolders.json', trusted(sample));
    },
    args: (said) => ['--yolo', '--model=gemini-2.5-pro', '--output-format=stream-json', '--prompt', said],
    env: (url) => ({ GOOGLE_GEMINI_BASE_URL: url, GEMINI_API_KEY: 'none' }),
  },
  {
    name: 'opencode',
    package: 'opencode-ai',
    program: 'opencode',
    shell: 'bash',
    call: callOffered,
    prepare: (sample, url) =>
      sample.inHome('.config/opencode/opencode.json', {
        model: 'local/local',
        autoupdate: false,
        provider: {
          local: {
            npm: '@ai-sdk/anthropic',
            options: { baseURL: `${url}/v1`, apiKey: 'none' },
            models: { local: { tool_call: true } },
          },
        },
      }),
    args: (said) => ['run', '--format=json', said],
    env: () => ({ OPENCODE_DISABLE_MODELS_FETCH: '1', OPENCODE_DISABLE_AUTOUPDATE: '1' }),
  },
  {
    name: 'copilot',
    package: '@github/copilot',
    program: 'copilot',
    shell: 'bash',
    call: callOffered,
    prepare: (sample) =>
      // A folder that is not trusted has no servers and no hooks.
      sample.inHome('.copilot/config.json', {
        trusted_folders: [sample.root],
        trustedFolders: [sample.root],
      }),
    args: (said) => ['--allow-all-tools', '--disable-builtin-mcps', '--prompt', said],
    env: (url) => ({
      COPILOT_PROVIDER_BASE_URL: url,
      COPILOT_PROVIDER_TYPE: 'anthropic',
      COPILOT_PROVIDER_API_KEY: 'none',
      COPILOT_MODEL: 'claude-sonnet-4',
      COPILOT_AUTO_UPDATE: 'false',
      COPILOT_OFFLINE: 'true',
    }),
  },
  {
    name: 'qwen',
    package: '@qwen-code/qwen-code',
    program: 'qwen',
    shell: 'run_shell_command',
    // Tools of servers are called through another tool, after a look at their schema.
    call: (tool, input) => [
      { tool: 'tool_search', input: { query: `select:mcp__dossier__${tool}` } },
      { tool: 'tool_call', input: { name: `mcp__dossier__${tool}`, arguments: input } },
    ],
    prepare: (sample) => {
      sample.inHome('.qwen/settings.json', {
        security: { auth: { selectedType: 'openai' } },
        privacy: { usageStatisticsEnabled: false },
        general: { disableAutoUpdate: true },
      });
      sample.inHome('.qwen/trustedFolders.json', trusted(sample));
    },
    args: (said) => ['--yolo', '--output-format=stream-json', '--prompt', said],
    env: (url) => ({ OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: 'none', OPENAI_MODEL: 'local' }),
  },
];

/** A program: in the folder that DOSSIER_AGENTS names, made by `npm install --prefix`, or on the path. */
export function findProgram({ program }: { readonly program: string }): string | undefined {
  const { DOSSIER_AGENTS: folder, PATH: path = '' } = process.env;
  return [...(folder === undefined ? [] : [join(folder, 'node_modules/.bin')]), ...path.split(delimiter)]
    .map((place) => join(place, program))
    .find((candidate) => existsSync(candidate));
}

export const INSTALLED = REAL_AGENTS.flatMap((agent) => {
  const program = findProgram(agent);
  return program === undefined ? [] : [{ ...agent, program }];
});

/** Says aloud which agents a test file could not run. */
export function warnOfMissing(agents: readonly string[]): void {
  const missing = REAL_AGENTS.filter(
    ({ name }) => agents.includes(name) && !INSTALLED.some((agent) => agent.name === name),
  );
  if (missing.length === 0) return;
  const packages = missing.map((agent) => agent.package).join(' ');
  process.stderr.write(
    `\n*** Not installed: ${missing.map(({ name }) => name).join(', ')}. Their tests are NOT run; what was recorded from them is checked.\n` +
      `*** To run them: npm install --prefix <folder> ${packages}, then DOSSIER_AGENTS=<folder> npm run test:e2e\n`,
  );
}
