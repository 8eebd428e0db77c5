import { readFileSync } from 'node:fs';

/** Agents start hooks through a shell. Some shells exec the command, others wait for it. */
const SHELLS = new Set(['sh', 'ash', 'bash', 'busybox', 'dash', 'zsh']);

/** The nearest ancestor that is not a shell: the agent, shared by its hooks and servers. */
export function agentProcess(start: number): number {
  let found = start;
  for (;;) {
    const { name, parent } = processOf(found);
    if (!SHELLS.has(name) || parent <= 1) return found;
    found = parent;
  }
}

/** Read from `/proc` on Linux; elsewhere the usual shell execs the command. */
function processOf(id: number): { readonly name: string; readonly parent: number } {
  try {
    const stat = readFileSync(`/proc/${id}/stat`, 'utf8');
    const match = /^\d+ \((.*)\) \S (\d+)/s.exec(stat);
    return { name: match?.[1] ?? '', parent: Number(match?.[2] ?? 0) };
  } catch (error) {
    // Not Linux, or the process has just ended.
    if (error instanceof Error) return { name: '', parent: 0 };
    throw error;
  }
}
