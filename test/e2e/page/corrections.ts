/** A transcript in which a person corrects an agent after each edit. */
export function corrections(...said: readonly string[]): string {
  const lines = said.flatMap((text, index) => {
    const id = `edit-${index}`;
    const input = { file_path: `src/${index}.ts`, old_string: 'a', new_string: 'b' };
    return [
      { type: 'user', message: { role: 'user', content: 'add a flag' } },
      {
        type: 'assistant',
        message: { role: 'assistant', content: [{ type: 'tool_use', id, name: 'Edit', input }] },
      },
      {
        type: 'user',
        message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: 'ok' }] },
      },
      { type: 'user', message: { role: 'user', content: text } },
    ];
  });
  return lines.map((line) => JSON.stringify(line)).join('\n');
}
