import { splitPath } from '../names.ts';

/** A path with its lines: the folder quiet, the file name loud. In a list it is one line, and the folder gives way. */
export function Path(props: {
  readonly path: string;
  readonly startLine?: number | undefined;
  readonly endLine?: number | undefined;
}) {
  const { folder, file } = splitPath(props.path);
  const lines =
    props.startLine === undefined
      ? ''
      : `:${props.startLine}${props.endLine === undefined || props.endLine === props.startLine ? '' : `–${props.endLine}`}`;
  return (
    <span class="path" title={props.path + lines}>
      <bdi dir="ltr">
        <span class="path-folder">{folder}</span>
        <span class="path-file">{file}</span>
        <span class="path-lines">{lines}</span>
      </bdi>
    </span>
  );
}
