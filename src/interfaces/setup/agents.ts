import { opencodePlugin } from './opencode-plugin.ts';

/** How Dossier is added to an agent: the project files it reads and what goes into them. */
export interface Agent {
  readonly name: string;
  /** The agent is detected if one of these exists: `~` is the home folder, else relative to the project. */
  readonly signs: readonly string[];
  /** Programs on the PATH that indicate it too. */
  readonly programs: readonly string[];
  readonly mcp: McpFile;
  readonly hooks?: HooksFile;
  /** A file of our own that the agent loads, where it has no hooks in a settings file. */
  readonly plugin?: { readonly path: string; readonly text: (command: readonly string[]) => string };
  /** Instructions file the agent reads. */
  readonly instructions?: string;
  /** What the agent asks its user before it trusts project files. */
  readonly asks?: string;
}

interface McpFile {
  readonly path: string;
  readonly format: 'json' | 'toml';
  /** Whether the agent accepts comments in the file; absent if untested. */
  readonly comments?: boolean;
  /** What a new file begins with, as the agent itself would write it. */
  readonly preset?: Readonly<Record<string, unknown>>;
  /** Key of the servers in the file. */
  readonly key: string;
  readonly entry: (command: readonly string[]) => Readonly<Record<string, unknown>>;
}

interface HooksFile {
  readonly path: string;
  /** Whether the agent accepts comments in the file; absent if untested. */
  readonly comments?: boolean;
  /** Required fields besides the hooks. */
  readonly preset?: Readonly<Record<string, unknown>>;
  readonly events: Readonly<Record<string, (command: string) => Readonly<Record<string, unknown>>>>;
}

const plainEntry = ([command, ...args]: readonly string[]) => ({ command, args });
const localEntry = (command: readonly string[]) => ({ type: 'local', command, enabled: true });

/** Claude Code's format; without a matcher if the event has none. Timeouts are in seconds. */
const claudeHook =
  (matcher?: string, timeout = 5) =>
  (command: string) => ({
    ...(matcher === undefined ? {} : { matcher }),
    hooks: [{ type: 'command', command, timeout }],
  });
/** Gemini CLI's timeouts are in milliseconds. */
const geminiHook = (matcher?: string) => (command: string) => ({
  ...(matcher === undefined ? {} : { matcher }),
  hooks: [{ name: 'dossier', type: 'command', command, timeout: 5000 }],
});
const cursorHook = (matcher?: string) => (command: string) => ({
  command,
  ...(matcher === undefined ? {} : { matcher }),
});

const copilotHook = (command: string) => ({
  type: 'command',
  bash: command,
  powershell: command,
  timeoutSec: 5,
});

export const AGENTS: readonly Agent[] = [
  {
    name: 'Claude Code',
    signs: ['~/.claude', '~/.claude.json', '.claude', 'CLAUDE.md', '.mcp.json'],
    programs: ['claude'],
    mcp: { path: '.mcp.json', format: 'json', key: 'mcpServers', comments: false, entry: plainEntry },
    hooks: {
      path: '.claude/settings.json',
      comments: false,
      events: {
        SessionStart: claudeHook(),
        UserPromptSubmit: claudeHook(),
        PostToolUse: claudeHook('Bash'),
        PostToolUseFailure: claudeHook('Bash'),
        PreCompact: claudeHook(),
        SessionEnd: claudeHook(),
      },
    },
    instructions: 'CLAUDE.md',
    asks: 'asks once whether to use the server in .mcp.json',
  },
  {
    name: 'Cursor',
    signs: ['~/.cursor', '.cursor'],
    programs: ['cursor', 'cursor-agent'],
    mcp: { path: '.cursor/mcp.json', format: 'json', key: 'mcpServers', entry: plainEntry },
    hooks: {
      path: '.cursor/hooks.json',
      preset: { version: 1 },
      events: {
        sessionStart: cursorHook(),
        postToolUse: cursorHook('Shell'),
        postToolUseFailure: cursorHook('Shell'),
        preCompact: cursorHook(),
        sessionEnd: cursorHook(),
      },
    },
    instructions: 'AGENTS.md',
  },
  {
    name: 'VS Code',
    signs: ['.vscode', '~/.vscode', '~/.config/Code', '~/Library/Application Support/Code'],
    programs: ['code', 'code-insiders'],
    mcp: {
      path: '.vscode/mcp.json',
      format: 'json',
      key: 'servers',
      entry: ([command, ...args]) => ({ type: 'stdio', command, args }),
    },
    instructions: 'AGENTS.md',
  },
  {
    name: 'Codex',
    signs: ['~/.codex', '.codex'],
    programs: ['codex'],
    mcp: { path: '.codex/config.toml', format: 'toml', key: 'mcp_servers', entry: plainEntry },
    hooks: {
      path: '.codex/hooks.json',
      comments: false,
      events: {
        SessionStart: claudeHook(),
        UserPromptSubmit: claudeHook(),
        PostToolUse: claudeHook('Bash'),
        PreCompact: claudeHook(),
        // Codex warns of more.
        SessionEnd: claudeHook(undefined, 3),
      },
    },
    instructions: 'AGENTS.md',
    asks: 'reads .codex only in a trusted project, and runs hooks once you have reviewed them (/hooks)',
  },
  {
    name: 'Gemini CLI',
    signs: ['~/.gemini', '.gemini', 'GEMINI.md'],
    programs: ['gemini'],
    mcp: { path: '.gemini/settings.json', format: 'json', key: 'mcpServers', entry: plainEntry },
    hooks: {
      path: '.gemini/settings.json',
      comments: true,
      events: {
        SessionStart: geminiHook(),
        BeforeAgent: geminiHook(),
        AfterTool: geminiHook('run_shell_command'),
        // Without the matcher it is called before every request.
        PreCompress: geminiHook('manual'),
        SessionEnd: geminiHook(),
      },
    },
    instructions: 'GEMINI.md',
    asks: 'reads .gemini only in a trusted folder',
  },
  {
    name: 'opencode',
    signs: ['opencode.json', '.opencode', '~/.config/opencode'],
    programs: ['opencode'],
    mcp: {
      path: 'opencode.json',
      format: 'json',
      // Otherwise opencode adds it, and undo finds a file that was edited.
      preset: { $schema: 'https://opencode.ai/config.json' },
      key: 'mcp',
      entry: localEntry,
    },
    plugin: { path: '.opencode/plugins/dossier.js', text: opencodePlugin },
    instructions: 'AGENTS.md',
  },
  {
    name: 'Zed',
    signs: ['.zed', '~/.config/zed'],
    programs: ['zed', 'zeditor'],
    mcp: {
      path: '.zed/settings.json',
      format: 'json',
      key: 'context_servers',
      entry: ([command, ...args]) => ({ source: 'custom', command, args }),
    },
    instructions: 'AGENTS.md',
  },
  {
    name: 'Roo Code',
    signs: ['.roo', '.roomodes'],
    programs: [],
    mcp: { path: '.roo/mcp.json', format: 'json', key: 'mcpServers', entry: plainEntry },
    instructions: 'AGENTS.md',
  },
  {
    name: 'Copilot CLI',
    signs: ['~/.copilot', '.github/copilot-instructions.md', '.github/mcp.json'],
    programs: ['copilot'],
    mcp: {
      path: '.mcp.json',
      format: 'json',
      key: 'mcpServers',
      comments: false,
      entry: plainEntry,
    },
    hooks: {
      path: '.github/hooks/dossier.json',
      comments: false,
      preset: { version: 1 },
      events: {
        sessionStart: copilotHook,
        userPromptSubmitted: copilotHook,
        postToolUse: copilotHook,
        preCompact: copilotHook,
        sessionEnd: copilotHook,
      },
    },
    instructions: 'AGENTS.md',
    asks: 'uses the server and hooks of a folder once you trust it',
  },
  {
    name: 'Continue',
    signs: ['.continue', '~/.continue'],
    programs: ['cn'],
    mcp: { path: '.continue/mcpServers/dossier.json', format: 'json', key: 'mcpServers', entry: plainEntry },
    instructions: 'AGENTS.md',
  },
  {
    name: 'Qwen Code',
    signs: ['~/.qwen', '.qwen', 'QWEN.md'],
    programs: ['qwen'],
    mcp: { path: '.qwen/settings.json', format: 'json', key: 'mcpServers', entry: plainEntry },
    hooks: {
      path: '.qwen/settings.json',
      comments: true,
      events: {
        SessionStart: claudeHook(),
        UserPromptSubmit: claudeHook(),
        PostToolUse: claudeHook('run_shell_command'),
        PostToolUseFailure: claudeHook('run_shell_command'),
        PreCompact: claudeHook(),
        SessionEnd: claudeHook(),
      },
    },
    instructions: 'AGENTS.md',
    asks: 'runs hooks of a project only in a folder it was told to trust',
  },
  {
    name: 'Kilo Code',
    signs: ['.kilo', 'kilo.json', 'kilo.jsonc', '~/.config/kilo'],
    programs: ['kilo'],
    mcp: { path: '.kilo/kilo.json', format: 'json', key: 'mcp', comments: true, entry: localEntry },
    instructions: 'AGENTS.md',
  },
  {
    // Version 7 reads this file, too, and a server that is in both is started once.
    name: 'Kilo Code before 7',
    signs: ['.kilocode'],
    programs: ['kilocode'],
    mcp: { path: '.kilocode/mcp.json', format: 'json', key: 'mcpServers', entry: plainEntry },
    instructions: 'AGENTS.md',
  },
  {
    name: 'Amp',
    signs: ['.amp', '~/.config/amp'],
    programs: ['amp'],
    mcp: { path: '.amp/settings.json', format: 'json', key: 'amp.mcpServers', entry: plainEntry },
    instructions: 'AGENTS.md',
    asks: 'asks you to approve the server of a project',
  },
];

/** The server's name in every agent's settings. */
export const SERVER_NAME = 'dossier';

/** Instructions for every agent, between markers so that they can be found again. */
export const PARAGRAPH = `<!-- dossier:start -->
## Context

This project is indexed by Dossier. Before you search or read files for a task, call the MCP tool
\`context_query\` with the task, question, symbol or error; it returns the exact lines within a token budget.
Call \`premortem\` before a risky change, and \`remember\` to keep facts for later sessions. Cite ids such as [cod-120492837].
<!-- dossier:end -->
`;
