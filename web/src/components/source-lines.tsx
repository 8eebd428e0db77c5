import { useEffect } from 'preact/hooks';
import type { Location } from '../../../src/core/item.ts';
import { call } from '../api.ts';
import { useAnswer } from '../use-answer.ts';
import { Code } from './code.tsx';

const read = (location: Location) =>
  call('read', { path: location.path, startLine: location.startLine, endLine: location.endLine });

/** The current lines of a file. */
export function SourceLines(props: { readonly location: Location }) {
  const [answer, ask] = useAnswer(read);
  const { path, startLine, endLine } = props.location;
  // The effect depends on the parts, not the object: a new object may name the same place.
  useEffect(() => {
    ask(props.location);
  }, [path, startLine, endLine]);
  if (answer.error !== undefined) return <p class="error">{answer.error}</p>;
  if (answer.value === undefined) return <p class="quiet">Reading…</p>;
  return (
    <Code text={answer.value.text} firstLine={answer.value.startLine} language={answer.value.language} />
  );
}
