// Starts the installed `dossier` as an MCP server in a project.
import { spawn } from 'node:child_process';

const [project = '.'] = process.argv.slice(2);
const server = spawn('dossier', ['mcp'], {
  cwd: project,
  stdio: 'inherit',
  shell: process.platform === 'win32',
});
server.on('error', () => {
  process.stderr.write('dossier is not on the path. Install it, then start this again.\n');
  process.exit(1);
});
server.on('exit', (code) => process.exit(code ?? 1));
