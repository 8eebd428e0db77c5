import { useEffect } from 'preact/hooks';
import type { Location } from '../../../src/core/item.ts';
import { call } from '../api.ts';
import { useAnswer } from '../use-answer.ts';
import { Code } from './code.tsx';

const read = (location: Location) =>
  call('read', { path: location.path, startLine: location.startLine, endLine: location.endLine });

/** The lines of a file as they are on disk now. */
export function SourceLines(props: { readonly location: Location }) {
  const [answer, ask] = useAnswer(read);
  const { path, startLine, endLine } = props.location;
  // The parts, not the object, are what the effect depends on: a new object may name the same place.
  useEffect(() => {
    ask(props.location);
  }, [path, startLine, endLine]);
  if (answer.error !== undefined) return <p class="error">{answer.error}</p>;
  if (answer.value === undefined) return <p class="quiet">Reading…</p>;
  return (
    <Code
      text={answer.value.text}
      firstLine={answer.value.startLine}
      language={props.location.language ?? ''}
    />
  );
}
