import { useEffect, useMemo } from 'preact/hooks';
import { call } from '../api.ts';
import { ErrorNote, Skeleton } from '../components/notice.tsx';
import { counted } from '../names.ts';
import { Evaluation } from '../project/evaluation.tsx';
import { FileList } from '../project/file-list.tsx';
import { type FileRow, fileTree, folderAt, MEASURES, type TreeNode } from '../project/file-tree.ts';
import { IndexState } from '../project/index-state.tsx';
import { ProjectList } from '../project/project-list.tsx';
import { SymbolGraph } from '../project/symbol-graph.tsx';
import { Treemap } from '../project/treemap.tsx';
import { readStatus, status, statusError } from '../project-state.ts';
import { formatAddress, go, replace, useAddress } from '../router.ts';
import { useStore } from '../store.ts';
import { useLoaded } from '../use-answer.ts';

const readFiles = (signal: AbortSignal) => call('files', {}, { signal });

/** What is indexed: numbers, files by size or churn, every file, and the graph around a symbol. */
export function Project() {
  const { path, settings } = useAddress();
  const symbol = path[1] ?? '';
  const state = useStore(status);
  const error = useStore(statusError);
  const [files, reload] = useLoaded(readFiles);
  const version = state?.version;
  useEffect(() => {
    if (version !== undefined) reload();
  }, [version, reload]);
  useEffect(() => {
    if (symbol !== '') scrollTo({ top: 0 });
  }, [symbol]);
  const rows = files.value?.files ?? [];
  const around = state?.indexed === true && (
    <section aria-label="Graph">
      <h2>Around a symbol</h2>
      <SymbolGraph symbol={symbol} path={settings.get('path') ?? undefined} />
    </section>
  );
  return (
    <>
      <header class="view-head">
        <h2>Project</h2>
      </header>
      <ErrorNote text={error} onRetry={() => void readStatus()} />
      {/* Whoever looks at a symbol need not scroll to it. */}
      {symbol !== '' && around}
      {state === undefined ? <Skeleton rows={3} /> : <IndexState state={state} />}
      <ErrorNote text={files.error} onRetry={reload} />
      {rows.length === 0 && files.loading && state?.indexed === true && <Skeleton rows={7} />}
      {rows.length > 0 && (
        <>
          <FileMap rows={rows} settings={settings} />
          <section aria-label="All files">
            <h2>Files</h2>
            <FileList files={rows} />
          </section>
        </>
      )}
      {symbol === '' && around}
      {state?.indexed === true && <Evaluation evaluatedAt={state.evaluatedAt} />}
      <ProjectList />
    </>
  );
}

/** Folders and files by size or churn; the folder is in the address. */
function FileMap(props: { readonly rows: readonly FileRow[]; readonly settings: URLSearchParams }) {
  const { rows, settings } = props;
  const measure = MEASURES.find((name) => name === settings.get('by')) ?? 'size';
  const root = useMemo(() => fileTree(rows, measure), [rows, measure]);
  const folder = intoOnly(folderAt(root, settings.get('folder') ?? ''));
  const open = (node: TreeNode) => {
    if (node.children === undefined) go(['ask', node.path]);
    else go(['project'], new URLSearchParams({ by: measure, folder: node.path }));
  };
  return (
    <section aria-label="Map of files">
      <div class="row">
        <h2>Map</h2>
        <Crumbs path={folder.path} by={measure} />
        <span class="quiet">{counted(folder.files, 'file')}</span>
        <fieldset class="segments">
          <legend class="visually-hidden">Area by</legend>
          {MEASURES.map((name) => (
            <label key={name}>
              <input
                type="radio"
                name="measure"
                checked={measure === name}
                onChange={() => replace(['project'], new URLSearchParams({ by: name, folder: folder.path }))}
              />
              <span>{name === 'size' ? 'tokens' : 'churn'}</span>
            </label>
          ))}
        </fieldset>
      </div>
      <Treemap folder={folder} measure={measure} onOpen={open} />
      <p class="quiet">
        Stronger colour: changed more often. A click goes into a folder, or asks about a file.
      </p>
    </section>
  );
}

/** A folder that holds only a folder is replaced by it. */
function intoOnly(folder: TreeNode): TreeNode {
  const [only, ...others] = folder.children ?? [];
  return only?.children === undefined || others.length > 0 ? folder : intoOnly(only);
}

function Crumbs(props: { readonly path: string; readonly by: string }) {
  const parts = props.path === '' ? [] : props.path.split('/');
  const address = (depth: number) =>
    formatAddress(
      ['project'],
      new URLSearchParams({ by: props.by, folder: parts.slice(0, depth).join('/') }),
    );
  return (
    <nav class="crumbs" aria-label="Folder">
      <a href={address(0)}>all</a>
      {parts.map((part, index) => (
        <a key={address(index + 1)} href={address(index + 1)}>
          {part}
        </a>
      ))}
    </nav>
  );
}
