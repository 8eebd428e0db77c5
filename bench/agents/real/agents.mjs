// How each agent is started on a sample project with the fake model, and what its tools are called.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const QUESTION = 'Why does the sum of two numbers come out negative?';

/** A file of the agent's own settings, in the home folder of the sample. */
function inHome({ home }, path, content) {
  const file = join(home, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
}

export const AGENTS = {
  claude: {
    program: 'claude-code/node_modules/.bin/claude',
    shell: 'Bash',
    // Read is no event of ours; a hook of the user's asks for it, to see what it looks like.
    prepare: (sample) =>
      inHome(sample, '.claude/settings.json', {
        hooks: {
          PostToolUse: [
            { matcher: 'Read', hooks: [{ type: 'command', command: 'dossier hook PostToolUse' }] },
          ],
        },
      }),
    other: ({ root }) => ({ tool: /^Read$/, input: { file_path: join(root, 'package.json') } }),
    args: [
      '-p',
      '--input-format=stream-json',
      '--output-format=stream-json',
      '--verbose',
      '--allowedTools=Bash,Read,mcp__dossier',
    ],
    /** Said one after the other, each when the one before is answered. */
    messages: [QUESTION, '/compact', 'And where is the test of the sum function?'].map((content) =>
      JSON.stringify({ type: 'user', message: { role: 'user', content } }),
    ),
    answered: /"type":"result"/,
    env: (url) => ({
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: 'none',
      DISABLE_AUTOUPDATER: '1',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    }),
  },
  codex: {
    program: 'codex/node_modules/.bin/codex',
    shell: 'exec_command',
    commandField: 'cmd',
    prepare: (sample, url) =>
      inHome(
        sample,
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
    args: [
      'exec',
      '--json',
      '--dangerously-bypass-approvals-and-sandbox',
      // Codex runs hooks only after they were looked at in its terminal (/hooks).
      '--dangerously-bypass-hook-trust',
      QUESTION,
    ],
    env: () => ({}),
  },
  gemini: {
    program: 'gemini/node_modules/.bin/gemini',
    shell: 'run_shell_command',
    prepare(sample) {
      inHome(sample, '.gemini/settings.json', {
        security: { auth: { selectedType: 'gemini-api-key' } },
        privacy: { usageStatisticsEnabled: false },
        general: { disableAutoUpdate: true },
        // Init asks for compressions by hand alone; this shows what the others look like.
        hooks: { PreCompress: [{ hooks: [{ type: 'command', command: 'dossier hook PreCompress' }] }] },
      });
      inHome(sample, '.gemini/trustedFolders.json', { [sample.root]: 'TRUST_FOLDER' });
    },
    args: ['--yolo', '--model=gemini-2.5-pro', '--output-format=stream-json', '--prompt', QUESTION],
    env: (url) => ({ GOOGLE_GEMINI_BASE_URL: url, GEMINI_API_KEY: 'none' }),
  },
  opencode: {
    program: 'opencode/node_modules/.bin/opencode',
    shell: 'bash',
    prepare: (sample, url) =>
      inHome(sample, '.config/opencode/opencode.json', {
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
    args: ['run', '--format=json', QUESTION],
    env: () => ({ OPENCODE_DISABLE_MODELS_FETCH: '1', OPENCODE_DISABLE_AUTOUPDATE: '1' }),
  },
  copilot: {
    program: 'copilot/node_modules/.bin/copilot',
    shell: 'bash',
    // A folder that is not trusted has no servers and no hooks.
    prepare: (sample) =>
      inHome(sample, '.copilot/config.json', {
        trusted_folders: [sample.root],
        trustedFolders: [sample.root],
      }),
    args: ['--allow-all-tools', '--disable-builtin-mcps', '--prompt', QUESTION],
    env: (url) => ({
      COPILOT_PROVIDER_BASE_URL: url,
      COPILOT_PROVIDER_TYPE: 'anthropic',
      COPILOT_PROVIDER_API_KEY: 'none',
      COPILOT_MODEL: 'claude-sonnet-4',
      COPILOT_AUTO_UPDATE: 'false',
      COPILOT_OFFLINE: 'true',
    }),
  },
};
