import type { Operation } from './operation.ts';

/**
 * The operations a user waits for (`waitedFor`), each loaded separately: building every schema takes longer than many
 * answers.
 */
export const WAITED_FOR: ReadonlyMap<string, () => Promise<Operation>> = new Map<
  string,
  () => Promise<Operation>
>([
  ['query', async () => (await import('./query.ts')).query],
  ['search', async () => (await import('./search.ts')).search],
  ['assemble', async () => (await import('./assemble.ts')).assemble],
  ['premortem', async () => (await import('./assemble.ts')).premortem],
  ['remember', async () => (await import('./memories.ts')).remember],
  ['recall', async () => (await import('./memories.ts')).recall],
  ['index', async () => (await import('./index-project.ts')).indexOperation],
  ['status', async () => (await import('./status.ts')).status],
]);

/** The operations whose command starts with the word; all if there is none. */
export async function loadOperations(word: string | undefined): Promise<readonly Operation[]> {
  const alone = word === undefined ? undefined : WAITED_FOR.get(word);
  if (alone !== undefined) return [await alone()];
  const { operations } = await import('./registry.ts');
  const named = operations.filter((operation) => operation.name.split(' ')[0] === word);
  return named.length === 0 ? operations : named;
}
