// Makes the packages by which agents and tools install Dossier: `node scripts/build-packages.mjs [folder]`, after
// `npm run build`. Default folder: build/packages. Hooks come from what `dossier init` writes.
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import { AGENTS, PARAGRAPH } from '../dist/interfaces/setup/agents.js';
import { opencodePlugin } from '../dist/interfaces/setup/opencode-plugin.js';
import { FACTS } from '../packaging/facts.mjs';

const target = resolve(process.argv[2] ?? 'build/packages');
rmSync(target, { recursive: true, force: true });
const { name, version, description, license, registryName, server, commands } = FACTS;
const skill = readFileSync(new URL('../packaging/skill.md', import.meta.url), 'utf8');

function write(path, content, executable = false) {
  const file = join(target, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`);
  if (executable) chmodSync(file, 0o755);
}
const template = (file) =>
  readFileSync(new URL(`../packaging/${file}`, import.meta.url), 'utf8').replaceAll('{{version}}', version);
const hooksOf = (agent) => {
  const { hooks } = AGENTS.find((candidate) => candidate.name === agent);
  return Object.fromEntries(
    Object.entries(hooks.events).map(([event, entry]) => [event, [entry(`${server.command} hook ${event}`)]]),
  );
};
const mcpServers = { [name]: server };

// Claude Code: a marketplace with one plugin.
write('claude-code/.claude-plugin/marketplace.json', {
  name,
  owner: { name: 'Dossier' },
  description,
  plugins: [{ name, source: './dossier', description, version, license }],
});
write('claude-code/dossier/.claude-plugin/plugin.json', {
  name,
  version,
  description,
  license,
  author: { name: 'Dossier' },
});
write('claude-code/dossier/README.md', template('plugin-readme.md'));
write('claude-code/dossier/.mcp.json', { mcpServers });
write('claude-code/dossier/hooks/hooks.json', { hooks: hooksOf('Claude Code') });
write('claude-code/dossier/skills/dossier/SKILL.md', skill);
for (const [command, { description: what, hint, prompt }] of Object.entries(commands)) {
  write(
    `claude-code/dossier/commands/${command}.md`,
    `---\ndescription: ${what}\nargument-hint: ${JSON.stringify(hint)}\n---\n\n${prompt}\n`,
  );
}

write('skill/dossier/SKILL.md', skill);

// The MCP registry.
write('server.json', {
  $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
  name: registryName,
  description: 'Code, docs, history and lessons of a project for a task, inside a hard token budget.',
  version,
  packages: [
    {
      registryType: 'npm',
      identifier: name,
      version,
      runtimeHint: 'node',
      transport: { type: 'stdio' },
      packageArguments: [{ type: 'positional', value: 'mcp' }],
    },
  ],
});

// A bundle for desktop clients; it starts the program on the path in the folder the user chose.
const bundle = {
  manifest_version: '0.3',
  name,
  display_name: 'Dossier',
  version,
  description,
  author: { name: 'Dossier' },
  license,
  server: {
    type: 'node',
    entry_point: 'server/index.mjs',
    mcp_config: { command: 'node', args: ['${__dirname}/server/index.mjs', '${user_config.project}'] },
  },
  user_config: {
    project: {
      type: 'directory',
      title: 'Project',
      description: 'The folder to answer about',
      required: true,
    },
  },
};
write('mcpb/manifest.json', bundle);
write('mcpb/server/index.mjs', template('start.mjs'));
writeFileSync(
  join(target, `${name}-${version}.mcpb`),
  zip({ 'manifest.json': JSON.stringify(bundle, null, 2), 'server/index.mjs': template('start.mjs') }),
);

// Gemini CLI.
write('gemini-extension/gemini-extension.json', {
  name,
  version,
  description,
  mcpServers,
  contextFileName: 'GEMINI.md',
});
write('gemini-extension/GEMINI.md', PARAGRAPH);
write('gemini-extension/hooks/hooks.json', { hooks: hooksOf('Gemini CLI') });
for (const [command, { description: what, prompt }] of Object.entries(commands)) {
  const text = prompt.replace('$ARGUMENTS', '{{args}}');
  write(
    `gemini-extension/commands/dossier/${command}.toml`,
    `description = ${JSON.stringify(what)}\nprompt = ${JSON.stringify(text)}\n`,
  );
}

write('opencode/dossier.js', opencodePlugin([server.command]));
write('opencode/opencode.json', {
  mcp: { [name]: { type: 'local', command: [server.command, ...server.args], enabled: true } },
});

write(
  'cursor/rules/dossier.mdc',
  `---\ndescription: Ask Dossier before searching\nalwaysApply: true\n---\n\n${PARAGRAPH}`,
);
write('cursor/mcp.json', { mcpServers });

write('docker/Dockerfile', template('Dockerfile'));
write('action/action.yml', template('action.yml'));
write('action/comment.mjs', template('comment.mjs'));

write('devcontainer/src/dossier/devcontainer-feature.json', {
  id: name,
  version,
  name: 'Dossier',
  description,
  options: {
    package: {
      type: 'string',
      default: '',
      description: 'Path or address of the package file that npm pack made',
    },
  },
  installsAfter: ['ghcr.io/devcontainers/features/node'],
});
write('devcontainer/src/dossier/install.sh', template('install.sh'), true);
console.log(target);

/** A zip archive with these files. */
function zip(files) {
  const parts = [];
  const directory = [];
  let offset = 0;
  for (const [path, text] of Object.entries(files)) {
    const bytes = Buffer.from(text);
    const packed = deflateRawSync(bytes);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(8, 4);
    // 1 January 1980, so that the same files make the same bytes.
    fields.writeUInt16LE(0x21, 8);
    fields.writeUInt32LE(crc32(bytes), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(bytes.length, 18);
    fields.writeUInt16LE(Buffer.byteLength(path), 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, Buffer.from(path), packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(
      Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fields, tail, Buffer.from(path)]),
    );
    parts.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(directory.length, 4);
  end.writeUInt16LE(directory.length, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, central, Buffer.from('PK\x05\x06', 'latin1'), end]);
}
