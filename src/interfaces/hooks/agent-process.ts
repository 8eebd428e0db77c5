import { readFileSync } from 'node:fs';

/** Agents start hooks through a shell. Some shells give their process to the command, others wait for it. */
const SHELLS = new Set(['sh', 'ash', 'bash', 'busybox', 'dash', 'zsh']);

/** The process that stands above this one and is no shell: the agent, the same for its hooks and its servers. */
export function agentProcess(start: number = process.ppid): number {
  let found = start;
  for (;;) {
    const { name, parent } = processOf(found);
    if (!SHELLS.has(name) || parent <= 1) return found;
    found = parent;
  }
}

/** Read from where Linux tells it; elsewhere the usual shell gives its process to the command. */
function processOf(id: number): { readonly name: string; readonly parent: number } {
  try {
    const stat = readFileSync(`/proc/${id}/stat`, 'utf8');
    const match = /^\d+ \((.*)\) \S (\d+)/s.exec(stat);
    return { name: match?.[1] ?? '', parent: Number(match?.[2] ?? 0) };
  } catch (error) {
    // No such folder on other systems, or the process has just ended.
    if (error instanceof Error) return { name: '', parent: 0 };
    throw error;
  }
}
